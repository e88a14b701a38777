import { detectLanguage } from '../language/detect-language.ts'
import { attributeOf, type HtmlNode } from './html-node.ts'
import type { MetaValues } from './meta-values.ts'

export interface PageLanguage {
  /**
   * BCP 47 tag of the text's language, spelt as the page spells it where it names that language. Where the text shows
   * no language, the language that the page states; null without either.
   */
  language: string | null
  /** BCP 47 tag from `html[lang]`, else from Content-Language. */
  statedLanguage: string | null
  /** True when the stated language comes from `html[lang]`. */
  hasLangAttribute: boolean
  /** The language of the text, where that is sure, or where the page states the same. */
  textLanguage: string | null
}

interface Said {
  html: HtmlNode | undefined
  meta: MetaValues
  /** The value of the header Content-Language. */
  header: string | undefined
  /** The language that the page's `hreflang` links give to its own address. */
  ownAlternate: string | undefined
  mainText: string
}

/**
 * Reads the language of a page by weighing its statements against its text: themes say `en` for texts in any language.
 */
export function readPageLanguage({
  html,
  meta: { named, httpEquiv },
  header,
  ownAlternate,
  mainText,
}: Said): PageLanguage {
  const own = languageTag(langOf(html))
  const stated = own ?? languageTag(httpEquiv.get('content-language')) ?? languageTag(header)
  const said = [stated, languageTag(ownAlternate), languageTag(named.get('og:locale'))]
  const tags = said.filter((tag) => tag !== null)
  const textLanguage = languageOfText(mainText, tags)
  // The page's own spelling names a country or a script.
  const fitting = tags.find((tag) => textLanguage !== null && isSameLanguage(tag, textLanguage))
  return {
    language: fitting ?? textLanguage ?? tags[0] ?? detectLanguage(mainText)?.language ?? null,
    statedLanguage: stated,
    hasLangAttribute: own !== null,
    textLanguage,
  }
}

/**
 * The characters at the beginning of a text that are also looked at alone, since code behind them may hide the
 * language.
 */
const BEGINNING_CHARS = 300

/** Returns the language of a text where it is sure, or where the page states the same; else null. */
function languageOfText(text: string, tags: readonly string[]): string | null {
  const told = [text, text.slice(0, BEGINNING_CHARS)]
    .map(detectLanguage)
    .find((one) => one && (one.isSure || tags.some((tag) => isSameLanguage(tag, one.language))))
  return told?.language ?? null
}

const langOf = (html: HtmlNode | undefined): string | undefined =>
  html && (attributeOf(html, 'lang') ?? attributeOf(html, 'xml:lang'))

/** Codes that name the same language, or languages that their texts hardly tell apart. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
  ['ms', 'id'],
  ['bs', 'hr'],
  ['iw', 'he'],
  ['in', 'id'],
  ['yue', 'zh'],
  ['fil', 'tl'],
])

/**
 * True for two tags of one language, with any regions. Serbian is written in two scripts, so that `sr` may be read as
 * `hr`.
 */
export function isSameLanguage(tag: string, other: string): boolean {
  const [a, b] = [tag, other].map((one) => {
    const [base = ''] = one.toLowerCase().split('-', 1)
    return SAME.get(base) ?? base
  })
  return a === b || (a === 'sr' && b === 'hr')
}

/** Normalises a language tag: the first of a list, `en_US` as `en-US`; null when it is no tag. */
function languageTag(text: string | undefined): string | null {
  const [first = ''] = (text ?? '').slice(0, 200).split(',')
  const [language = '', ...rest] = first.trim().replaceAll('_', '-').split('-')
  const isTag = /^[a-z]{2,3}$/i.test(language) && rest.length <= 4
  if (!isTag || rest.some((part) => !/^[a-z\d]{1,8}$/i.test(part))) return null
  return [language.toLowerCase(), ...rest.map(subtagCase)].join('-')
}

/** Writes a subtag as BCP 47 spells regions and scripts: `AT` in `de-AT`, `Hant` in `zh-Hant`. */
function subtagCase(part: string): string {
  if (part.length === 2) return part.toUpperCase()
  return part.length === 4 ? part.charAt(0).toUpperCase() + part.slice(1).toLowerCase() : part
}
