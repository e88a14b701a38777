import { compilePhrases } from './compile-phrases.ts'
import { foldText } from './fold-text.ts'
import { LANGUAGES } from './languages/all.ts'
import { PhraseMatcher } from './match-phrases.ts'
import {
  hasQuotations,
  isInTitle,
  leavesQuotation,
  opensBehind,
  quotationsOf,
} from './quotations.ts'
import { hasJoints, readWords, type Word } from './read-words.ts'
import type { Reading } from './reading.ts'
import type { WordRuleId } from './rules.ts'
import type { Span } from './span.ts'
import { aliasesOf, tokensOf } from './tokens.ts'

/** Words that break a rule. */
export interface RuleSpan extends Span {
  readonly rule: WordRuleId
}

interface Phrasing {
  /** What the site is called. */
  readonly names: readonly string[]
  /** Values of the page are in a rendered text, in quotation marks. */
  readonly isTemplate: boolean
  /** Whether a reading with marks inside words as part of them is enough. */
  readonly isJoined: boolean
}

let matcher: PhraseMatcher | undefined

/** Knows the rules of all languages, put together when first asked for: a start does not need them. */
function phraseMatcher(): PhraseMatcher {
  if (matcher) return matcher
  const compiling = compilePhrases(LANGUAGES)
  let step = compiling.next()
  while (step.done !== true) step = compiling.next()
  matcher = new PhraseMatcher(step.value)
  return matcher
}

/** The same ahead of time, for who must hold up nobody: `turn` lets others in, between two steps. */
export async function preparePhrases(turn: () => Promise<unknown>): Promise<void> {
  if (matcher) return
  const compiling = compilePhrases(LANGUAGES)
  let step = compiling.next()
  while (step.done !== true) {
    await turn()
    step = compiling.next()
  }
  matcher ??= new PhraseMatcher(step.value)
}

/** Whether letters that were set apart, now joined, seem to hold words of the rules. */
export const holdsRuleWords = (letters: string): boolean =>
  phraseMatcher().phrases.vocabulary.isHeardIn(foldText(letters).text)

/**
 * Every phrase of the rules in a text, but not where words of a rendered text only stand beside each other because the
 * values of its page do: its address, its title, the name of the site. Marks inside words are read both ways: `and/or` is
 * two words, `re-mem-ber` is one.
 */
export function findPhrases(reading: Reading, phrasing: Phrasing): RuleSpan[] {
  const { text, folded, foldedUrls } = reading
  const { isTemplate, isJoined } = phrasing
  const tokens = tokensOf(folded, foldedUrls)
  const ways = hasJoints(folded, tokens) ? [false, true] : [false]
  const quotations = isTemplate || !hasQuotations(text) ? [] : quotationsOf(text)
  const found: RuleSpan[] = []
  for (const joinsMarks of isJoined ? ways.slice(-1) : ways) {
    const words = readWords(folded, joinsMarks, tokens)
    collect(words, { ...reading, ...phrasing, quotations }, found)
  }
  return found
}

interface Collecting extends Reading, Phrasing {
  readonly quotations: readonly Span[]
}

/** Adds the phrases of some words, but none within the one before: a text that repeats itself has thousands. */
function collect(words: readonly Word[], collecting: Collecting, found: RuleSpan[]): void {
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

/** `siteEnd` is where the site's name or address ends, if the words begin with it. */
function isOfValues(
  span: RuleSpan,
  siteEnd: number | undefined,
  text: string,
  quotations: readonly Span[],
): boolean {
  if (siteEnd !== undefined && opensBehind(text, siteEnd)) return true
  if (leavesQuotation(span, text, quotations)) return true
  return span.rule === 'AAP-ACT' && isInTitle(span, quotations)
}
