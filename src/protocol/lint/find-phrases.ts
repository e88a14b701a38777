import { compilePhrases } from './compile-phrases.ts'
import { foldText } from './fold-text.ts'
import { PhraseMatcher } from './match-phrases.ts'
import {
  hasQuotations,
  isInTitle,
  crossesQuotationEnd,
  endsInTitle,
  opensQuotationAfter,
  quotationsOf,
} from './quotations.ts'
import { hasInnerMarks, readWords, type WordToken } from './read-words.ts'
import type { TextVariant } from './text-variant.ts'
import type { WordRuleId } from './rules.ts'
import { LANGUAGES } from './language-rules.ts'
import type { Span } from './span.ts'
import { aliasesOf, findEntities } from './entities.ts'

/** A span of words that breaks a rule. */
export interface RuleSpan extends Span {
  readonly rule: WordRuleId
}

interface PhraseOptions {
  /** The names of the site that the prompt is for. */
  readonly names: readonly string[]
  /** True for a template, which has placeholders; a rendered text has the values of the page in quotation marks. */
  readonly isTemplate: boolean
  /** True when only the variant that joins words across inner marks is to be searched. */
  readonly isJoined: boolean
}

let matcher: PhraseMatcher | undefined

/** Returns the matcher for all languages. It is compiled on first use, since a start does not need it. */
function phraseMatcher(): PhraseMatcher {
  if (matcher) return matcher
  const compiling = compilePhrases(LANGUAGES)
  let step = compiling.next()
  while (step.done !== true) step = compiling.next()
  matcher = new PhraseMatcher(step.value)
  return matcher
}

/** Compiles the matcher ahead of time, step by step; `turn` lets other work run between two steps. */
export async function preparePhrases(turn: () => Promise<unknown>): Promise<void> {
  if (matcher) return
  const compiling = compilePhrases(LANGUAGES)
  let step = compiling.next()
  while (step.done !== true) {
    // Callers without types may give anything.
    if (typeof turn === 'function') await turn()
    step = compiling.next()
  }
  matcher ??= new PhraseMatcher(step.value)
}

/** True when joined letters may contain words of the rules. */
export const containsRuleWords = (letters: string): boolean =>
  phraseMatcher().phrases.vocabulary.mayOccurIn(foldText(letters).text)

/**
 * Finds every phrase of the rules in a text. In a rendered text it leaves out words that only stand side by side
 * because of the values of the page: address, title, name of the site. Marks inside words are read both ways: `and/or`
 * is two words, `re-mem-ber` is one.
 */
export function findPhrases(variant: TextVariant, phrasing: PhraseOptions): RuleSpan[] {
  const { text, folded, foldedUrls } = variant
  const { isTemplate, isJoined } = phrasing
  const entities = findEntities(folded, foldedUrls)
  const joinModes = hasInnerMarks(folded, entities) ? [false, true] : [false]
  const quotations = isTemplate || !hasQuotations(text) ? [] : quotationsOf(text)
  const found: RuleSpan[] = []
  for (const joinsMarks of isJoined ? joinModes.slice(-1) : joinModes) {
    const words = readWords(folded, joinsMarks, entities)
    collect(words, { ...variant, ...phrasing, quotations }, found)
  }
  return found
}

interface CollectOptions extends TextVariant, PhraseOptions {
  readonly quotations: readonly Span[]
}

/**
 * Adds the phrases of a list of words to `found`, except those within the phrase before: a repetitive text has
 * thousands.
 */
function collect(words: readonly WordToken[], collecting: CollectOptions, found: RuleSpan[]): void {
  const { text, isTemplate, quotations } = collecting
  const aliases = aliasesOf(words, collecting)
  const lastByRule = new Map<WordRuleId, Span>()
  for (const { rule, firstWord, lastWord } of phraseMatcher().find(words, aliases)) {
    const first = words[firstWord]
    const end = words[lastWord]?.end
    if (first === undefined || end === undefined) continue
    const span = { rule, start: first.start, end }
    if (isWithin(span, lastByRule.get(rule))) continue
    const isSite = first.text === '@site' || aliases[firstWord]?.text === '@site'
    if (!isTemplate && isOfValues(span, isSite ? first.end : undefined, text, quotations)) continue
    found.push(span)
    lastByRule.set(rule, span)
  }
}

const isWithin = (span: Span, other: Span | undefined): boolean =>
  other !== undefined && span.start >= other.start && span.end <= other.end

/**
 * True when the words of a span only stand side by side because of page values. `siteEnd` is the end of the site's name
 * or address, if the span begins with it.
 */
function isOfValues(
  span: RuleSpan,
  siteEnd: number | undefined,
  text: string,
  quotations: readonly Span[],
): boolean {
  if (siteEnd !== undefined && opensQuotationAfter(text, siteEnd)) return true
  if (crossesQuotationEnd(span, text, quotations)) return true
  if (span.rule === 'AAP-FOREIGN-URL') return endsInTitle(span, text, quotations)
  return span.rule === 'AAP-ACT' && isInTitle(span, quotations)
}
