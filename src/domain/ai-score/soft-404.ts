/** Phrases for "not found", in the languages of most of the web. */
const PHRASES = [
  'page not found',
  'not found',
  'cannot be found',
  'can’t be found',
  "can't be found",
  'couldn’t find that page',
  "couldn't find that page",
  'no longer available',
  'no longer exists',
  'error 404',
  '404 error',
  'page does not exist',
  'page doesn’t exist',
  "page doesn't exist",
  'seite nicht gefunden',
  'nicht gefunden',
  'seite existiert nicht',
  'page introuvable',
  'page n’existe pas',
  "page n'existe pas",
  'página no existe',
  'page non trouvée',
  'página no encontrada',
  'página não encontrada',
  'pagina non trovata',
  'pagina non esiste',
  'página não existe',
  'pagina niet gevonden',
  'sidan hittades inte',
  'siden blev ikke fundet',
  'sayfa bulunamadı',
  'strona nie została znaleziona',
  'страница не найдена',
  'ページが見つかりません',
  'ページは見つかりません',
  'ページは存在しません',
  '页面不存在',
  '找不到页面',
  '页面未找到',
  '找不到頁面',
  '페이지를 찾을 수 없습니다',
]

/** The names of a page, and its text. */
interface NamedText {
  title: string | null
  h1: string | null
  wordCount: number
  mainText: string
}

/** The most words of an error page; a longer page that speaks of errors is an article about them. */
const MAX_WORDS = 150

/** Up to this number of words, the first line of the text is the message of the page. */
const FEW_WORDS = 60
const MAX_LINE = 100

/**
 * True for a soft 404: title, first heading or first line say that the page does not exist, and there is little other
 * text.
 */
export function isErrorPage({ title, h1, wordCount, mainText }: NamedText): boolean {
  if (wordCount > MAX_WORDS) return false
  const [line = ''] = mainText
    .slice(0, MAX_LINE * 2)
    .trimStart()
    .split('\n', 1)
  // A long first line is a sentence of the text, which may be about anything.
  const first = wordCount <= FEW_WORDS && line.length <= MAX_LINE ? line : ''
  const texts = [title ?? '', h1 ?? '', first].map((text) => text.toLowerCase())
  return texts.some(
    (text) => /^404\b/.test(text) || PHRASES.some((phrase) => text.includes(phrase)),
  )
}
