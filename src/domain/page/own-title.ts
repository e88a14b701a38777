import { furnitureKey, MAX_TAILS } from './furniture.ts'
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

/** Titles that say what part of a site a page is, and not what it is about. */
const GENERAL =
  /^["'„“”«»‚‘’¡]*(?:home|home ?page|start|index|welcome|untitled(?: document| page)?|new page|blog|news|page|inicio|portada|bienvenid[oa]s?|sin título|startseite|(?:herzlich )?willkommen|unbenannt|accueil|bienvenue|sans titre|início|página inicial|bem-vind[oa]s?|sem título|strona główna|witamy|bez tytułu|hem|välkommen|namnlös|ana ?sayfa|hoş geldiniz|adsız|welkom|naamloos|トップ|トップページ|ホーム|無題|首页|主页|无标题|홈|제목 없음)[!！.…"'“”«»‘’]*$/iu

/** The deepest heading that can stand for a title. */
const MAX_LEVEL = 3

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
    isOwn(text, site) ? titleAlone(text ?? '', site) : '',
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

/** A title without the name of its site, at both ends, and without what many titles have. */
const titleAlone = (title: string, site: TitledSite): string =>
  withoutHead(withoutTails(titleWithoutSite(title, site.name), site), site)

/** A title without its first part, where that is a part that many titles end in: `Coast | Tides - Coast`. */
function withoutHead(title: string, { furniture }: TitledSite): string {
  const [first = '', ...rest] = title.split(TITLE_SEPARATOR)
  if (rest.length === 0 || !furniture.has(furnitureKey(first))) return title
  return title.slice(title.indexOf(rest[0] ?? '', first.length))
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
  P extends TitledPage & {
    leads: readonly { heading: string; level: number; text: string }[]
    asked: readonly string[]
  },
>(page: P, site: TitledSite): P {
  const isShared = (text: string): boolean => site.furniture.has(furnitureKey(text))
  const ownHeading = ({ heading, level }: { heading: string; level: number }): string => {
    if (isShared(heading)) return ''
    return level === 1 ? titleAlone(heading, site) : heading
  }
  return {
    ...page,
    title: ownTitle(page, site),
    h1: page.h1 === null || isShared(page.h1) ? null : titleAlone(page.h1, site),
    headings: page.headings.filter(({ text }) => !isShared(text)),
    asked: page.asked.filter((text) => !isShared(text)),
    leads: page.leads.map((lead) => ({ ...lead, heading: ownHeading(lead) })),
  }
}
