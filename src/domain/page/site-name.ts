import { domainToUnicode } from 'node:url'
import { registrableDomain } from '../../lib/web/registrable-domain.ts'
import { isOneLine } from '../is-one-line.ts'

/** The title of a page, and the name that it states for its site. */
export interface SaidNames {
  title: string | null
  /** The name that the page's structured data gives the web site, else that of `og:site_name`. */
  siteName: string | null
}

const MAX_CHARS = 100
/**
 * Matches separators between the title of a page and the name of its site; guillemets separate where they quote
 * nothing.
 */
export const TITLE_SEPARATOR =
  /\s+(?:[|–—•·›‹:-]|»(?<!«[^«»]{0,60}»)|«(?![^«»]{0,60}»))+\s+|｜|：|\s*\|\s*|::+\s+/u
/** Matches addresses, which are no names of sites; products such as Node.js are written with a capital. */
const ADDRESS = /^https?:|^www\.|^localhost\b|^\S+:\d+(?:\/\S*)?$|^\d{1,3}(?:\.\d{1,3}){3}$/i
const HOST = /^[^\s\p{Lu}]+\.[^\s\p{Lu}]{2,}$/u

/** Matches separators between a name and a slogan. */
const SLOGAN = /, | [-–—|:] /
/** Matches names that generators use for a site without a name, and titles that any start page may have. */
const GENERIC =
  /^(?:(?:my |your )?(?:new )?(?:site|web ?site|blog|home ?page|page|app)|home|start|(?:(?:herzlich )?willkommen|welcome|bienvenid[oa]s?|bienvenue|bem-vind[oa]s?|welkom|witamy|välkommen|hoş geldiniz)[!！]?|untitled(?: document| page)?|index|(?:my )?wordpress(?: site)?|just another wordpress site|site (?:title|name)|document|(?:mi|meu|mon|meine?|moja?|mijn|min) (?:sitio(?: web)?|site|blog|web ?site|strona|webbplats|hemsida)|inicio|sitio web|startseite|webseite|accueil|site internet|início|página inicial|strona główna|hem|ana ?sayfa|トップ(?:ページ)?|ホーム(?:ページ)?|ブログ|首页|主页|网站|博客|홈(?:페이지)?|블로그)$/iu

/** True for a title that any start page may have, and that names nothing. */
export const isGenericName = (name: string): boolean => GENERIC.test(name.trim())

/**
 * Chooses the name of a site by what its pages say: the name that most of the pages with one give it, else the part of
 * their titles that is spelt as the host. Null where neither gives a name. Ties go to the name that came first.
 */
export function chooseSiteName(pages: readonly SaidNames[], domain: string): string | null {
  const isName = (name: string): boolean => name.toLowerCase() !== domain && !isGenericName(name)
  const stated = pages.flatMap(({ siteName }) => nameIn(siteName)).filter(isName)
  const spellings = hostSpellings(domain)
  const isSpelt = (name: string): boolean => foldings(name).some((one) => spellings.has(one))
  const name = mostFrequent(stated)
  if (name !== undefined) return name.split(SLOGAN).find(isSpelt) ?? name
  const parts = pages.flatMap(({ title }) => (title ?? '').split(TITLE_SEPARATOR))
  const named = parts.flatMap((part) => [part, ...part.split(SLOGAN)]).flatMap(nameIn)
  return mostFrequent(named.filter((part) => isName(part) && isSpelt(part))) ?? null
}

/**
 * Returns the spellings, folded, that names fitting a host may have: `docs.coast-club.co.uk` is of Coast Club, Docs
 * Coast Club or Coast Club Docs. The suffix below which anybody can register a name counts only behind the registered
 * name, as in a name written like the domain.
 */
function hostSpellings(domain: string): ReadonlySet<string> {
  const registered = registrableDomain(domain)
  const [own = '', ...suffix] = domainToUnicode(registered).split('.')
  const below = domainToUnicode(domain)
    .slice(0, -registered.length - 1)
    .split('.')
  const [part = ''] = below.filter((label) => label !== 'www').slice(-1)
  const spelt = [own, part + own, own + part, [own, ...suffix].join('')]
  return new Set(spelt.flatMap(foldings).filter((spelling) => spelling !== ''))
}

/** Returns a name in the letters of hosts, once with umlauts as plain letters and once with `e` behind them. */
function foldings(name: string): string[] {
  const lower = name.toLowerCase().replaceAll('ß', 'ss').normalize('NFD')
  return [lower, lower.replaceAll(/(?<=[aou])\u0308/g, 'e')].map((text) =>
    text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )
}

function nameIn(text: string | null | undefined): string[] {
  const name = (text ?? '').trim().replace(END_SEPARATOR, '')
  const isName = name !== '' && name.length <= MAX_CHARS && /\p{L}/u.test(name)
  return isName && isOneLine(name) && !isAddressName(name) ? [name] : []
}

/** True for a text that stands in place of a site's name: its host, or the number of its machine. */
export const isAddressName = (name: string): boolean => ADDRESS.test(name) || HOST.test(name)

/** Returns the commonest of some names, in its first spelling; pages spell the name of their site in several cases. */
function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, { value: string; times: number }>()
  for (const value of values) {
    const key = value.toLowerCase()
    const known = counts.get(key)
    if (known) known.times += 1
    else counts.set(key, { value, times: 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.times - a.times)[0]?.value
}

/**
 * Returns the title of a page without the name of its site before or behind it; the whole title where nothing else is
 * left.
 */
export function titleWithoutSite(title: string, siteName: string): string {
  const name = siteName.trim()
  // The pattern of what stands at the edges would look at a long gap again from each of its places.
  const whole = title.trim().replaceAll(/\s+/gu, ' ')
  if (name === '' || name.length >= whole.length) return title
  const isName = (part: string): boolean => part.toLowerCase() === name.toLowerCase()
  const before = isName(whole.slice(-name.length)) ? whole.slice(0, -name.length) : ''
  const behind = isName(whole.slice(0, name.length)) ? whole.slice(name.length) : ''
  // `Oban: the story of a harbour` is a sentence.
  const begun = /^: \p{Ll}/u.test(behind) ? '' : behind
  for (const [rest, separator] of [
    [before, END_SEPARATOR],
    [begun, START_SEPARATOR],
    [withoutNameAndSlogan(whole, name), END_SEPARATOR],
  ] as const) {
    const bare = rest.replace(separator, '')
    if (bare !== rest && bare.trim() !== '') return bare.trim()
  }
  return title
}

/**
 * Cuts off the site's name with a slogan behind it, but not the separator before it: `Tides | Coast, the harbours`,
 * `Tides | Coast | Wales`. Returns an empty text where there is no such name.
 */
function withoutNameAndSlogan(title: string, name: string): string {
  const [whole, part] = [title.toLowerCase(), name.toLowerCase()]
  const at = Math.max(...SLOGANS.map((mark) => whole.lastIndexOf(`${part}${mark}`)))
  return at > 0 ? title.slice(0, at) : ''
}

const SLOGANS = [', ', ' | ', ' - ', ' – ', ' — ', ' · ', ' • ']

const END_SEPARATOR = /\s*(?:[|｜：]|\s[–—•·»›‹«:-]+)\s*$/u
const START_SEPARATOR = /^\s*(?:[|｜：]|[–—•·»›‹«:-]+\s)\s*/u
