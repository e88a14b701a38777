import { isOneLine } from '../is-one-line.ts'

/** What a page says of its site. */
export interface SaidNames {
  title: string | null
  /** The name in its structured data, else in `og:site_name`. */
  siteName: string | null
}

const MAX_CHARS = 100
/** Share of titles, and least number of different ones, that must have a part in common. */
const TITLE_SHARE = 0.6
const MIN_TITLES = 3
/** What stands between the title of a page and the name of its site; guillemets do where they quote nothing. */
export const TITLE_SEPARATOR =
  /\s+(?:[|–—•·›‹:-]|»(?<!«[^«»]{0,200}»)|«(?![^«»]{0,200}»))+\s+|｜|：|\s*\|\s*|::+\s+/u
/** An address is no name; products such as Node.js are written with a capital. */
const ADDRESS = /^https?:|^www\.|^localhost\b|^\S+:\d+(?:\/\S*)?$|^\d{1,3}(?:\.\d{1,3}){3}$/i
const HOST = /^[^\s\p{Lu}]+\.[^\s\p{Lu}]{2,}$/u

/** What generators put where nobody gave a site a name, and names of parts of any site. */
const GENERIC =
  /^(?:(?:my |your )?(?:new )?(?:site|web ?site|blog|home ?page|page|app)|home|start|welcome|untitled|index|(?:my )?wordpress(?: site)?|just another wordpress site|site (?:title|name)|document|(?:mi|meu|mon|meine?|moja?|mijn|min) (?:sitio(?: web)?|site|blog|web ?site|strona|webbplats|hemsida)|inicio|sitio web|startseite|webseite|accueil|site internet|início|página inicial|strona główna|hem|ana ?sayfa|トップ(?:ページ)?|ホーム(?:ページ)?|ブログ|首页|主页|网站|博客|홈(?:페이지)?|블로그)$/iu

/**
 * Chooses the name of a site by what its pages say, the start page first: what most of those that name one call it, else the
 * part that most titles have in common. Null where neither tells one. Ties go to the name that came first.
 */
export function chooseSiteName(pages: readonly SaidNames[], domain: string): string | null {
  const isName = (name: string): boolean => name.toLowerCase() !== domain && !GENERIC.test(name)
  const stated = pages.flatMap(({ siteName }) => nameIn(siteName)).filter(isName)
  const titles = pages.flatMap(({ title }) => title ?? [])
  const name = mostFrequent(stated)?.value ?? nameInTitles(titles, isName)
  return name === null ? null : withoutSlogan(name, domain)
}

/** `Acme, Be Loud` of acme.com is Acme: what its address says comes first, and a slogan behind it. */
function withoutSlogan(name: string, domain: string): string {
  const [first = '', ...rest] = name.split(SLOGAN)
  return rest.length > 0 && domain.split('.').includes(first.toLowerCase()) ? first : name
}

const SLOGAN = /, | [-–—|:] /

/** Where the start page calls the site by a part of what the other pages do, that is its name: they say `Blog Coast`. */
function nameInTitles(titles: readonly string[], isName: (name: string) => boolean): string | null {
  const common = commonTitlePart(titles, isName)
  if (common === null) return null
  const parts = partsOf(titles[0] ?? '').flatMap((part) => nameIn(part).filter(isName))
  const first = firstOfStart(parts[0], titles)
  if (first !== undefined) return first
  const said = parts.find((part) => part.length >= MIN_PART && isPartOf(part, common))
  return said ?? common
}

const partsOf = (title: string): string[] => title.split(TITLE_SEPARATOR)

/** What the title of the start page begins with is the name where most others have it behind theirs: `Tides — Coast | Wales`. */
function firstOfStart(part: string | undefined, titles: readonly string[]): string | undefined {
  if (part === undefined || partsOf(titles[0] ?? '')[0]?.trim() !== part) return undefined
  const others = titles.slice(1).filter((title) => partsOf(title).slice(1).includes(part))
  const isCommon = others.length >= MIN_TITLES && others.length >= (titles.length - 1) * TITLE_SHARE
  return isCommon ? part : undefined
}

const MIN_PART = 3

/** True for whole words at the end of a longer name. */
const isPartOf = (part: string, name: string): boolean =>
  name.toLowerCase().endsWith(` ${part.toLowerCase()}`)

/** The whole of most titles, else the last part, else the first: `Tides | Coast` and `Coast - Tides` are both of Coast. */
function commonTitlePart(
  titles: readonly string[],
  isName: (name: string) => boolean,
): string | null {
  const whole = commonIn(
    titles.flatMap((title) => nameIn(title).filter(isName)),
    titles.length,
  )
  if (whole !== undefined) return whole
  const different = [...new Set(titles)].map((title) => title.split(TITLE_SEPARATOR))
  if (different.length < MIN_TITLES) return null
  for (const part of [-1, 0]) {
    const parts = different
      .filter(({ length }) => length > 1)
      .flatMap((of) => nameIn(of.at(part)).filter(isName))
    const most = commonIn(parts, different.length)
    if (most !== undefined) return most
  }
  return titleOfStart(titles, isName)
}

/** Returns the commonest of some names; undefined where too few of the `titles` have it. */
function commonIn(names: readonly string[], titles: number): string | undefined {
  const { value, times = 0 } = mostFrequent(names) ?? {}
  return times >= MIN_TITLES && times >= titles * TITLE_SHARE ? value : undefined
}

/** The title of the start page, where pages that were given none have it too. */
function titleOfStart(titles: readonly string[], isName: (name: string) => boolean): string | null {
  const [start = ''] = titles
  const [name] = nameIn(start).filter(isName)
  if (name === undefined || TITLE_SEPARATOR.test(name)) return null
  return titles.filter((title) => title === start).length >= MIN_TITLES ? name : null
}

function nameIn(text: string | null | undefined): string[] {
  const name = (text ?? '').trim()
  const isName = name !== '' && name.length <= MAX_CHARS && /\p{L}/u.test(name)
  return isName && isOneLine(name) && !isAddressName(name) ? [name] : []
}

/** True for what stands where a site has no name: its host, or the number of its machine. */
export const isAddressName = (name: string): boolean => ADDRESS.test(name) || HOST.test(name)

/** The commonest of some names, in the spelling that is first; pages spell the name of their site in several cases. */
function mostFrequent(values: readonly string[]): { value: string; times: number } | undefined {
  const counts = new Map<string, { value: string; times: number }>()
  for (const value of values) {
    const key = value.toLowerCase()
    const known = counts.get(key)
    if (known) known.times += 1
    else counts.set(key, { value, times: 1 })
  }
  return [...counts.values()].reduce<{ value: string; times: number } | undefined>(
    (most, one) => (most === undefined || one.times > most.times ? one : most),
    undefined,
  )
}

/** The title of a page without the name of its site before or behind it; whole where nothing else is left. */
export function titleWithoutSite(title: string, siteName: string): string {
  const name = siteName.trim()
  // The pattern of what stands at the edges would look at a long gap again from each of its places.
  const whole = title.trim().replaceAll(/\s+/gu, ' ')
  if (name === '' || name.length >= whole.length) return title
  const isName = (part: string): boolean => part.toLowerCase() === name.toLowerCase()
  const rests = [
    isName(whole.slice(-name.length)) ? whole.slice(0, -name.length) : '',
    isName(whole.slice(0, name.length)) ? whole.slice(name.length) : '',
    withoutNameAndSlogan(whole, name),
  ]
  for (const rest of rests) {
    const bare = rest.replace(EDGE_SEPARATOR, '')
    // `Oban: the story of a harbour` is a sentence.
    if (/^: \p{Ll}/u.test(rest)) continue
    if (bare !== rest && bare.trim() !== '') return bare.trim()
  }
  return title
}

/** Cuts the name with a slogan behind it, leaving the separator: `Tides | Coast, the harbours`, `Tides | Coast | Wales`. */
function withoutNameAndSlogan(title: string, name: string): string {
  const [whole, part] = [title.toLowerCase(), name.toLowerCase()]
  const at = Math.max(...SLOGANS.map((mark) => whole.lastIndexOf(`${part}${mark}`)))
  return at > 0 ? title.slice(0, at) : ''
}

const SLOGANS = [', ', ' | ', ' – ', ' — ', ' · ', ' • ']

const EDGE_SEPARATOR = /\s*(?:[|｜：]|\s[–—•·»›‹«:-]+)\s*$|^\s*(?:[|｜：]|[–—•·»›‹«:-]+\s)\s*/u
