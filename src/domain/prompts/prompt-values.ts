import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { cleanUrl, cleanValue } from './clean-value.ts'
import { languageTagOf, primaryLanguage } from './language-tag.ts'
import { PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import type { PromptPage, PromptSite } from './prompt-page.ts'
import type { PlaceholderValues } from './fill-template.ts'

const MAX_TOPICS = 10
const MAX_HEADINGS = 20

/** Values that the reader or the widget adds to those of a page. */
export interface ReaderValues {
  question?: string
  selection?: string
  audience?: string
}

/**
 * Returns the values of a page's placeholders. `title`, `site_name`, `topic` and `product` are never absent: a page
 * without words of its own is called by its address. The canonical URL counts only on the page's host or on the site.
 */
export function promptValues(
  page: PromptPage,
  site: PromptSite,
  language: PromptLanguage,
  reader: ReaderValues = {},
): PlaceholderValues {
  const address = `${site.domain}${page.path}`
  const title = firstWritten([page.title, page.h1, address])
  const topics = page.keyphrases.slice(0, MAX_TOPICS).map(({ text }) => text)
  const tag = languageTagOf(page, site)
  return {
    url: page.url,
    canonical_url: canonicalUrl(page, site),
    ...present('markdown_url', page.markdownUrl),
    title,
    site_name: firstWritten([site.name, site.domain]),
    domain: site.domain,
    ...present('author', page.author),
    ...present('published', dayOf(page.publishedAt)),
    ...present('updated', dayOf(page.modifiedAt)),
    ...present('language', tag),
    ...present('language_name', languageName(tag, language)),
    type: PROMPT_LOCALES[language].typeNames[page.type],
    topic: firstWritten([page.h1, title]),
    topics,
    headings: page.headings.slice(0, MAX_HEADINGS).map(({ text }) => text),
    ...present('description', page.description),
    product: firstWritten([page.h1, title]),
    ...reader,
  }
}

/**
 * Returns an object with one property, or an empty one for null, since exact optional properties must not be undefined.
 */
function present<Name extends string>(
  name: Name,
  value: string | null,
): Partial<Record<Name, string>> {
  // @NOTE a computed key of a type parameter widens to `string`; there is only the one key.
  return value === null ? {} : ({ [name]: value } as Partial<Record<Name, string>>)
}

/** Returns the first text that is not empty once it is cleaned. */
function firstWritten(texts: readonly (string | null)[]): string {
  return texts.find((text) => text !== null && cleanValue(text, 120) !== '') ?? ''
}

function canonicalUrl({ url, canonicalUrl: stated }: PromptPage, { domain }: PromptSite): string {
  const canonical = stated === null ? undefined : cleanUrl(stated)
  if (canonical === undefined) return url
  const { hostname } = new URL(canonical)
  const isOwn =
    hostname === domain || hostname.endsWith(`.${domain}`) || hostname === parseUrl(url)?.hostname
  return isOwn ? canonical : url
}

/** Returns the day of an ISO 8601 instant: `2026-11-21`. */
function dayOf(instant: string | null): string | null {
  return instant !== null && /^\d{4}-\d\d-\d\d/.test(instant) ? instant.slice(0, 10) : null
}

function languageName(tag: string | null, language: PromptLanguage): string | null {
  const primary = primaryLanguage(tag)
  if (primary === undefined) return null
  const id = `${language} ${primary}`
  return languageNames.getOrMake(id, () => namesIn(language).of(primary) ?? null)
}

const languageNames = new BoundedMap<string, string | null>(1_000)

const namesByLanguage = new Map<PromptLanguage, Intl.DisplayNames>()

/**
 * Returns the names of languages in a prompt language. They are made once for each, which costs more than the rest of a
 * page's values.
 */
function namesIn(language: PromptLanguage): Intl.DisplayNames {
  const known = namesByLanguage.get(language)
  if (known !== undefined) return known
  const made = new Intl.DisplayNames([language], { type: 'language' })
  namesByLanguage.set(language, made)
  return made
}
