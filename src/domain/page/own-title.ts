import { isAddressName, TITLE_SEPARATOR, titleWithoutSite } from './site-name.ts'

/** What a page is called, by itself and by its headings. */
export interface TitledPage {
  /** Without it, no page is a start page. */
  path?: string
  title: string | null
  /** `og:title`; null where it is the title, or there is none. */
  ogTitle: string | null
  h1: string | null
  headings: readonly { level: number; text: string }[]
}

/** What the titles of a site's pages have in common. */
export interface TitledSite {
  name: string
  /** Titles and headings of many pages, as `furnitureOf` finds them. */
  furniture: ReadonlySet<string>
  startPath?: string
}

/** The least share of pages, and number of them, that have the same words as furniture of their site. */
const FURNITURE_SHARE = 0.25
const FURNITURE_PAGES = 3
/** Pages with a heading of their own each under one title, which then names the part of the site that they are in. */
const PART_PAGES = 3
/** Titles that end in the same words, which name the site or a part of it. */
const TAIL_PAGES = 8

/** Titles that say what part of a site a page is, and not what it is about. */
const GENERAL =
  /^["'„“”«»‚‘’¡]*(?:home|home ?page|start|index|welcome|untitled(?: document| page)?|new page|blog|news|page|inicio|portada|bienvenid[oa]s?|sin título|startseite|(?:herzlich )?willkommen|unbenannt|accueil|bienvenue|sans titre|início|página inicial|bem-vind[oa]s?|sem título|strona główna|witamy|bez tytułu|hem|välkommen|namnlös|ana ?sayfa|hoş geldiniz|adsız|welkom|naamloos|トップ|トップページ|ホーム|無題|首页|主页|无标题|홈|제목 없음)[!！.…"'“”«»‘’]*$/iu

/** The deepest heading that can stand for a title. */
const MAX_LEVEL = 3

export const furnitureKey = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/**
 * Finds the titles and headings of level 1 that so many pages have that they name the site, or its banner, and the titles
 * of several pages whose headings differ.
 */
export function furnitureOf(
  pages: readonly { title: string | null; h1: string | null }[],
): Set<string> {
  const counts = new Map<string, number>()
  const headings = new Map<string, Set<string>>()
  const ends = new Map<string, Set<string>>()
  for (const page of pages) {
    const title = furnitureKey(page.title ?? '')
    const h1 = furnitureKey(page.h1 ?? '')
    for (const key of new Set([title, h1, ...tailsOf(title)]))
      if (key) counts.set(key, (counts.get(key) ?? 0) + 1)
    if (title && h1 && title !== h1) keepFew(headings, PART_PAGES, title, h1)
    for (const tail of tailsOf(title)) if (tail) keepFew(ends, TAIL_PAGES, tail, title)
  }
  const least = Math.max(FURNITURE_PAGES, pages.length * FURNITURE_SHARE)
  const found = [...counts].filter(
    ([key, count]) =>
      count >= least ||
      (headings.get(key)?.size ?? 0) >= PART_PAGES ||
      (ends.get(key)?.size ?? 0) >= TAIL_PAGES,
  )
  return new Set(found.map(([key]) => key))
}

/** The parts of a title behind its first one, of which the site or a part of it has some. */
const tailsOf = (title: string): string[] => title.split(TITLE_SEPARATOR, MAX_TAILS + 1).slice(1)
const MAX_TAILS = 3

function keepFew(sets: Map<string, Set<string>>, max: number, key: string, value: string): void {
  const found = sets.get(key)
  if (!found) sets.set(key, new Set([value]))
  else if (found.size < max) found.add(value)
}

/**
 * What a page itself is called: its title without the name of the site, unless its `og:title` and its heading agree on
 * another one. Where the title is that of many pages, or general, its `og:title`, its h1 or its first heading; the
 * whole title where it has none of its own. A start page is called by its title or its site, whatever banner it has.
 */
export function ownTitle(page: TitledPage, site: TitledSite): string | null {
  if (site.startPath !== undefined && page.path === site.startPath) {
    const start = titleOfStart(page, site)
    if (start !== null) return start
  }
  const [title, ogTitle] = [page.title, page.ogTitle].map((text) =>
    isOwn(text, site) ? withoutTails(titleWithoutSite(text ?? '', site.name), site) : '',
  )
  const named = [title, ogTitle, page.h1].filter((text) => isOwn(text, site))
  const isAgreed =
    isOwn(page.h1, site) && furnitureKey(page.h1 ?? '') === furnitureKey(ogTitle ?? '')
  if (isAgreed) return page.h1
  const telling = named.find((text) => !GENERAL.test((text ?? '').trim()))
  return telling ?? named[0] ?? firstHeading(page, site) ?? page.title
}

function titleOfStart({ title }: TitledPage, { name }: TitledSite): string | null {
  const own = titleWithoutSite(title ?? '', name).trim()
  if (own !== '' && !GENERAL.test(own)) return own
  return isAddressName(name) || name === '' ? null : name
}

/** A title without the parts at its end that many titles have. */
function withoutTails(title: string, { furniture }: TitledSite): string {
  let own = title
  for (let cuts = 0; cuts < MAX_TAILS; cuts += 1) {
    const parts = own.split(TITLE_SEPARATOR)
    const last = parts.at(-1) ?? ''
    if (parts.length < 2 || !furniture.has(furnitureKey(last))) return own
    own = own.slice(0, own.lastIndexOf(last)).replace(TAIL_SEPARATOR, '')
  }
  return own
}

const TAIL_SEPARATOR = /\s*[|–—•·»›‹«:：｜-]+\s*$/u

const firstHeading = ({ headings }: TitledPage, site: TitledSite): string | undefined =>
  headings.find(({ level, text }) => level <= MAX_LEVEL && isOwn(text, site))?.text

function isOwn(text: string | null | undefined, { name, furniture }: TitledSite): boolean {
  const key = furnitureKey(text ?? '')
  return key !== '' && key !== furnitureKey(name) && !furniture.has(key)
}

/** A page as it is without what it shares with many pages of its site. */
export function withoutFurniture<
  P extends TitledPage & { leads: readonly { heading: string; level: number; text: string }[] },
>(page: P, site: TitledSite): P {
  const isShared = (text: string): boolean => site.furniture.has(furnitureKey(text))
  return {
    ...page,
    title: ownTitle(page, site),
    h1: page.h1 !== null && isShared(page.h1) ? null : page.h1,
    headings: page.headings.filter(({ text }) => !isShared(text)),
    leads: page.leads.map((lead) => (isShared(lead.heading) ? { ...lead, heading: '' } : lead)),
  }
}
