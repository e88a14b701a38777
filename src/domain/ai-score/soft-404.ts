import type { ParsedPage } from '../html/read-page.ts'

/** Phrases for "not found", in the languages of most of the web. */
const PHRASES = [
  'page not found',
  'not found',
  'error 404',
  '404 error',
  'page does not exist',
  'page doesn’t exist',
  "page doesn't exist",
  'seite nicht gefunden',
  'nicht gefunden',
  'page introuvable',
  'page non trouvée',
  'página no encontrada',
  'página não encontrada',
  'pagina non trovata',
  'pagina niet gevonden',
  'strona nie została znaleziona',
  'страница не найдена',
  'ページが見つかりません',
  '页面不存在',
  '找不到页面',
  '페이지를 찾을 수 없습니다',
]

/** In words: a longer page is about such pages, rather than one of them. */
const MAX_WORDS = 150

/** True for a soft 404: title or first heading say that the page does not exist, and there is little other text. */
export function isErrorPage({ title, h1, wordCount }: ParsedPage): boolean {
  if (wordCount > MAX_WORDS) return false
  const texts = [title ?? '', h1 ?? ''].map((text) => text.toLowerCase())
  return texts.some(
    (text) => /^404\b/.test(text) || PHRASES.some((phrase) => text.includes(phrase)),
  )
}
