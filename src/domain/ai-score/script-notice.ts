import type { ParsedPage } from '../html/read-page.ts'

/** Texts that stand in a page until a script replaces them, in the languages of most of the web. */
const NOTICES = [
  'enable javascript',
  'javascript is required',
  'javascript is disabled',
  'requires javascript',
  'need javascript',
  'javascript aktivieren',
  'javascript einschalten',
  'activer javascript',
  'activez javascript',
  'active javascript',
  'activar javascript',
  'habilite javascript',
  'habilita javascript',
  'abilita javascript',
  'ative o javascript',
  'schakel javascript',
  'włącz javascript',
  'включите javascript',
  'javascriptを有効',
  '启用javascript',
  '启用 javascript',
  '啟用javascript',
  'javascript를',
]
const WAITING =
  /^(?:loading|please wait|wird geladen|laden|chargement|cargando|caricamento|carregando|загрузка|読み込み中|加载中|载入中|로딩 ?중)[\s.…]*$/

/** True where the main text, a short one, is a notice to wait for a script or to turn scripts on. */
export function asksForScript({ mainText }: Pick<ParsedPage, 'mainText'>): boolean {
  const text = mainText.slice(0, 1_000).toLowerCase()
  return NOTICES.some((notice) => text.includes(notice)) || WAITING.test(text.trim())
}
