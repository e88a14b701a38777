import { classesIn, CYRILLIC, GREEK, HIDDEN } from './char-classes.ts'
import { compilePhrases } from './compile-phrases.ts'
import { findEncoded } from './encoded-text.ts'
import { foldText, type FoldedText } from './fold-text.ts'
import { findUrls } from './find-urls.ts'
import { sourceMatcher } from './foreign-urls.ts'
import { findHidden } from './hidden-characters.ts'
import { LANGUAGES } from './languages/all.ts'
import { PhraseMatcher } from './match-phrases.ts'
import { findMixed } from './mixed-scripts.ts'
import { hasJoints, readWords } from './read-words.ts'
import { compatibleForm } from './plain-forms.ts'
import { findRoleMarkers } from './role-markers.ts'
import {
  LONG_PROMPT_CHARS,
  MAX_PROMPT_CHARS,
  RULES,
  type RuleId,
  type WordRuleId,
} from './rules.ts'
import type { Span } from './span.ts'

/** A rule that a prompt breaks, and where; `start` and `end` (exclusive) are UTF-16 units of the text as it was given. */
export interface Finding extends Span {
  readonly ruleId: RuleId
  readonly level: 'error' | 'warning'
  /** What to change, in English. */
  readonly message: string
}

export interface LintOptions {
  /** Hosts (`example.com`, `example.com:8080`) or origins (`https://example.com`) that the site answers for. */
  readonly sources: readonly string[]
  /** A template is not rendered yet: it has no `Source:` line, and `{{domain}}` may be the host of an address. */
  readonly isTemplate: boolean
}

const MAX_FINDINGS_PER_RULE = 10
const SOURCE_LINE = /^Source: https?:\/\/\S/m
const TEMPLATE_HOST = /^(https?:\/\/)\{\{\s*domain\s*\}\}(?=[/?#]|$)/i

let matcher: PhraseMatcher | undefined

/** Knows the rules of all languages, put together when first asked for: a start does not need them. */
function phraseMatcher(): PhraseMatcher {
  matcher ??= new PhraseMatcher(compilePhrases(LANGUAGES))
  return matcher
}

/**
 * Judges a prompt by the rules of `RULES`, in the order of the text. It may be used if no finding is an error.
 * A linter cannot prove a prompt innocent; it refuses what is known to manipulate.
 */
export function lintPrompt(text: string, { sources, isTemplate }: LintOptions): Finding[] {
  const read = text.slice(0, MAX_PROMPT_CHARS)
  const folded = foldText(read)
  const urls = urlsOf(folded)
  const classes = classesIn(read)
  const hasOthers = (classes & (CYRILLIC | GREEK)) !== 0
  const isUncited = !isTemplate && !SOURCE_LINE.test(read)
  const found = [
    ...wordFindings(folded, findRoleMarkers(read)),
    ...findings('AAP-HIDDEN', (classes & HIDDEN) === 0 ? [] : findHidden(read)),
    ...findings('AAP-MIXED', hasOthers ? findMixed(read) : []),
    ...findings('AAP-ENCODED', findEncoded(read, urls)),
    ...findings('AAP-FOREIGN-URL', foreignUrls(read, urls, sources, isTemplate)),
    ...findings('AAP-UNCITED', isUncited ? [{ start: 0, end: text.length }] : []),
    ...tooLong(text),
  ]
  return found.length > 1 ? found.toSorted((a, b) => a.start - b.start) : found
}

function tooLong(text: string): Finding[] {
  if (text.length <= LONG_PROMPT_CHARS) return []
  const isUnread = text.length > MAX_PROMPT_CHARS
  const { message } = RULES['AAP-LENGTH']
  const level = isUnread ? 'error' : 'warning'
  return [{ ruleId: 'AAP-LENGTH', level, start: LONG_PROMPT_CHARS, end: text.length, message }]
}

/** Findings of one rule: overlapping places are one, and a text that repeats itself is not worth more than a few. */
function findings(ruleId: RuleId, spans: readonly Span[]): readonly Finding[] {
  if (spans.length === 0) return NONE
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push(span)
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
  }
  const { level, message } = RULES[ruleId]
  return merged
    .slice(0, MAX_FINDINGS_PER_RULE)
    .map(({ start, end }) => ({ ruleId, level, start, end, message }))
}

const NONE: readonly Finding[] = []

/** Findings of the rules that go by words; role markers override what the assistant was told. */
function wordFindings(folded: FoldedText, roleMarkers: readonly Span[]): readonly Finding[] {
  const found: RuleSpan[] = roleMarkers.map((span) => ({ ...span, rule: 'AAP-OVERRIDE' }))
  // Marks inside words are read both ways: `example.com` is two words, `re-mem-ber` is one.
  const ways = hasJoints(folded) ? [false, true] : [false]
  for (const joinsMarks of ways) {
    const words = readWords(folded, joinsMarks)
    for (const { rule, firstWord, lastWord } of phraseMatcher().find(words)) {
      const [first, last] = [words[firstWord], words[lastWord]]
      if (first && last) found.push({ rule, start: first.start, end: last.end })
    }
  }
  if (found.length === 0) return NONE
  return WORD_RULES.flatMap((one) =>
    findings(
      one,
      found.filter(({ rule }) => rule === one),
    ),
  )
}

type RuleSpan = Span & { readonly rule: WordRuleId }

const WORD_RULES: readonly WordRuleId[] = [
  'AAP-PERSIST',
  'AAP-PROMOTE',
  'AAP-BIAS',
  'AAP-OVERRIDE',
  'AAP-CONCEAL',
  'AAP-ACT',
]

/** Addresses are looked for in the folded text, so that `ｈｔｔｐｓ：／／` is one too. */
function urlsOf({ text, starts, ends }: FoldedText): Span[] {
  return findUrls(text).map(({ start, end }) => ({
    start: starts[start] ?? 0,
    end: ends[end - 1] ?? 0,
  }))
}

function foreignUrls(
  text: string,
  urls: readonly Span[],
  sources: readonly string[],
  isTemplate: boolean,
): Span[] {
  const isSource = sourceMatcher(sources)
  const foreign: Span[] = []
  for (const span of urls) {
    if (foreign.length === MAX_FINDINGS_PER_RULE) break
    const url = compatibleForm(text.slice(span.start, span.end))
    if (!(isTemplate && TEMPLATE_HOST.test(url)) && !isSource(url)) foreign.push(span)
  }
  return foreign
}
