import { KnownValues } from './known-values.ts'
import { SINGLE, classesAt } from './char-classes.ts'
import { foldText, type FoldedText } from './fold-text.ts'
import { parseTerms } from './parse-phrase.ts'
import { LANGUAGES } from './language-rules.ts'
import { readWords, type EntityTag, type EntitySpan, type WordToken } from './read-words.ts'
import type { Span } from './span.ts'

const PLACEHOLDER = /\{\{\s*([a-z_]{1,20})[^{}]{0,300}\}\}/g
const SITE_PLACEHOLDERS: ReadonlySet<string> = new Set([
  'site_name',
  'domain',
  'url',
  'canonical_url',
  'markdown_url',
])
const NAME_PLACEHOLDERS: ReadonlySet<string> = new Set(['title', 'product', 'author'])
/** Matches the first character after the path of an address: what follows is read as words. */
const PATH_END = /[?#]|[^\x21-\x7e]/g
/** Matches the beginning of a `Source:` line, which is a citation and not part of the request. */
const SOURCE = /(?:^|\n)source: $/
const SOURCE_CHARS = 9
const MAX_NAME_WORDS = 8
const MAX_KNOWN_NAMES = 200

/**
 * Finds the addresses and placeholders of a text, each of which counts as one word: the words in the address of a page
 * say nothing.
 */
export function findEntities({ text }: FoldedText, urls: readonly Span[]): EntitySpan[] {
  const entities: EntitySpan[] = urls.map(({ start, end }) => {
    PATH_END.lastIndex = start
    const tag = SOURCE.test(text.slice(Math.max(0, start - SOURCE_CHARS), start))
      ? '@value'
      : '@site'
    return { start, end: Math.min(end, PATH_END.exec(text)?.index ?? end), tag }
  })
  if (!text.includes('{{')) return entities
  for (const found of text.matchAll(PLACEHOLDER)) {
    const [whole, name = ''] = found
    const tag = SITE_PLACEHOLDERS.has(name)
      ? '@site'
      : NAME_PLACEHOLDERS.has(name)
        ? '@name'
        : '@value'
    entities.push({ start: found.index, end: found.index + whole.length, tag })
  }
  return withoutOverlaps(entities)
}

function withoutOverlaps(entities: EntitySpan[]): EntitySpan[] {
  let end = 0
  return entities
    .toSorted((a, b) => a.start - b.start)
    .filter((entity) => {
      if (entity.start < end) return false
      end = entity.end
      return true
    })
}

/** A name or an address, which the rules match by its kind. */
export interface Alias {
  readonly text: EntityTag
  /** The number of words that the name or address spans. */
  readonly words: number
}

/** A host that a text mentions, with its place in the original. */
export interface NamedHost extends Span {
  readonly isOwn: boolean
}

interface AliasSources {
  /** The original text that the words were read from. */
  readonly text: string
  /** Hosts in the order of the text. */
  readonly hosts: readonly NamedHost[]
  /** The names of the site that the prompt is for. */
  readonly names: readonly string[]
  /** The quotations of the text, in which every word may have a capital letter, as in titles. */
  readonly quotations: readonly Span[]
}

/** Returns the alias of each word: a host, a name of the site, or words that are written as names are. */
export function aliasesOf(
  words: readonly WordToken[],
  { text, hosts, names, quotations }: AliasSources,
): readonly (Alias | undefined)[] {
  const own = names.flatMap(wordsOfName)
  const aliases: (Alias | undefined)[] = []
  let nextHost = 0
  let nextQuotation = 0
  for (let i = 0; i < words.length; i++) {
    const start = words[i]?.start ?? 0
    while (endsBefore(hosts[nextHost], start)) nextHost++
    while (endsBefore(quotations[nextQuotation], start)) nextQuotation++
    const host = hosts[nextHost]
    const quotation = quotations[nextQuotation]
    aliases.push(
      siteAlias(words, i, text, own) ??
        (host?.start === start ? hostAlias(words, i, host) : undefined) ??
        (isBehind(quotation, start) ? undefined : nameAlias(words, i, text)),
    )
  }
  return aliases
}

const isBehind = (span: Span | undefined, place: number): boolean =>
  span !== undefined && span.start <= place
const endsBefore = (span: Span | undefined, place: number): boolean =>
  span !== undefined && span.end <= place

function hostAlias(words: readonly WordToken[], i: number, { end, isOwn }: NamedHost): Alias {
  let count = 1
  while ((words[i + count]?.end ?? Number.POSITIVE_INFINITY) <= end) count++
  return { text: isOwn ? '@site' : '@host', words: count }
}

interface SiteName {
  readonly words: readonly string[]
  readonly joined: string
  readonly written: string
}

const namesByText = new KnownValues<SiteName[]>(MAX_KNOWN_NAMES)

const wordsOfName = (written: string): SiteName[] => namesByText.getOrMake(written, readName)

function readName(written: string): SiteName[] {
  const words = readWords(foldText(written), false).map(({ text }) => text)
  const isShort = words.length > 0 && words.length <= MAX_NAME_WORDS
  return isShort ? [{ words, joined: words.join(''), written: written.trim() }] : []
}

/**
 * Returns the alias of a name of the site. A name of one word counts only in its own spelling, since a site may be
 * called `Time`.
 */
function siteAlias(
  words: readonly WordToken[],
  i: number,
  text: string,
  names: readonly SiteName[],
): Alias | undefined {
  const word = words[i]?.text
  for (const { words: own, joined, written } of names) {
    if (word === joined && own.length > 1) return { text: '@site', words: 1 }
    if (word !== own[0] || !own.every((one, n) => words[i + n]?.text === one)) continue
    const isWritten = own.length > 1 || text.startsWith(written, words[i]?.start)
    if (isWritten) return { text: '@site', words: own.length }
  }
  return undefined
}

let plainWords: ReadonlySet<string> | undefined

/** True for a word of the class `plain`: it is not a name, even where it has a capital letter. */
function isPlain(word: string): boolean {
  plainWords ??= new Set(
    LANGUAGES.flatMap(({ terms }) => parseTerms(terms.plain)).flatMap(([first, ...others]) =>
      first !== undefined && others.length === 0 ? [first] : [],
    ),
  )
  return plainWords.has(word)
}

const AT = 0x40
const CAPITAL = /^\p{Lu}/u
const SMALL = /\p{Ll}/u

const NAME: Alias = { text: '@name', words: 1 }
const START: Alias = { text: '@start', words: 1 }

/** Recognises a name by a capital letter within a clause, or by Latin letters among Chinese or Japanese ones. */
function nameAlias(words: readonly WordToken[], i: number, text: string): Alias | undefined {
  const word = words[i]
  if (word === undefined || isSingle(word.text) || word.text.charCodeAt(0) === AT) return undefined
  const code = text.charCodeAt(word.start)
  if (code >= 0x61 && code <= 0x7a) return isAmongSingles(words, i) ? NAME : undefined
  const written = text.slice(word.start, word.end)
  if (!CAPITAL.test(written) || isPlain(word.text)) return undefined
  if (isAmongSingles(words, i)) return NAME
  if (!SMALL.test(written)) return undefined
  return word.startsClause ? START : NAME
}

const isAmongSingles = (words: readonly WordToken[], i: number): boolean =>
  isSingle(words[i - 1]?.text) || isSingle(words[i + 1]?.text)

const isSingle = (word: string | undefined): boolean =>
  word !== undefined && (classesAt(word, 0) & SINGLE) !== 0
