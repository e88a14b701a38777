import { compilePhrases, type CompiledPhrases } from './compile-phrases.ts'
import { findEncoded } from './encoded-text.ts'
import { foldText, type FoldedText } from './fold-text.ts'
import { findUrls, sourceMatcher } from './foreign-urls.ts'
import { findHidden } from './hidden-characters.ts'
import { LANGUAGES } from './languages/all.ts'
import { matchPhrases } from './match-phrases.ts'
import { findMixed } from './mixed-scripts.ts'
import { hasJoints, readWords } from './read-words.ts'
import { findRoleMarkers } from './role-markers.ts'
import { LONG_PROMPT_CHARS, MAX_PROMPT_CHARS, RULES, type RuleId } from './rules.ts'
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

let compiled: CompiledPhrases | undefined

/** The rules of all languages, put together when first asked for: a start does not need them. */
function allPhrases(): CompiledPhrases {
  compiled ??= compilePhrases(LANGUAGES)
  return compiled
}

/**
 * Judges a prompt by the rules of `RULES`, in the order of the text. It may be used if no finding is an error.
 * A linter cannot prove a prompt innocent; it refuses what is known to manipulate.
 */
export function lintPrompt(text: string, { sources, isTemplate }: LintOptions): Finding[] {
  const read = text.slice(0, MAX_PROMPT_CHARS)
  const folded = foldText(read)
  const urls = urlsOf(folded)
  const spans: Record<RuleId, Span[]> = {
    ...wordSpans(folded, read),
    'AAP-HIDDEN': findHidden(read),
    'AAP-MIXED': findMixed(read),
    'AAP-ENCODED': findEncoded(read, urls),
    'AAP-FOREIGN-URL': foreignUrls(read, urls, sources, isTemplate),
    'AAP-UNCITED': isTemplate || SOURCE_LINE.test(read) ? [] : [{ start: 0, end: text.length }],
    'AAP-LENGTH': [],
  }
  // @NOTE the keys are those of the literal above.
  const found = Object.entries(spans) as [RuleId, Span[]][]
  return [...found.flatMap(([ruleId, list]) => findings(ruleId, list)), ...tooLong(text)].toSorted(
    (a, b) => a.start - b.start,
  )
}

function tooLong(text: string): Finding[] {
  if (text.length <= LONG_PROMPT_CHARS) return []
  const isUnread = text.length > MAX_PROMPT_CHARS
  const { message } = RULES['AAP-LENGTH']
  const level = isUnread ? 'error' : 'warning'
  return [{ ruleId: 'AAP-LENGTH', level, start: LONG_PROMPT_CHARS, end: text.length, message }]
}

/** Findings of one rule: overlapping places are one, and a text that repeats itself is not worth more than a few. */
function findings(ruleId: RuleId, spans: readonly Span[]): Finding[] {
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

type WordSpans = Pick<
  Record<RuleId, Span[]>,
  'AAP-PERSIST' | 'AAP-PROMOTE' | 'AAP-BIAS' | 'AAP-OVERRIDE' | 'AAP-CONCEAL' | 'AAP-ACT'
>

function wordSpans(folded: FoldedText, text: string): WordSpans {
  const spans: WordSpans = {
    'AAP-PERSIST': [],
    'AAP-PROMOTE': [],
    'AAP-BIAS': [],
    'AAP-OVERRIDE': findRoleMarkers(text),
    'AAP-CONCEAL': [],
    'AAP-ACT': [],
  }
  // Marks inside words are read both ways: `example.com` is two words, `re-mem-ber` is one.
  const ways = hasJoints(folded) ? [false, true] : [false]
  for (const joinsMarks of ways) {
    const words = readWords(folded, joinsMarks)
    for (const { rule, firstWord, lastWord } of matchPhrases(words, allPhrases())) {
      const [first, last] = [words[firstWord], words[lastWord]]
      if (first && last) spans[rule].push({ start: first.start, end: last.end })
    }
  }
  return spans
}

/** Addresses are looked for in the folded text, so that `ｈｔｔｐｓ：／／` is one too. */
function urlsOf({ chars, starts, ends }: FoldedText): Span[] {
  if (!chars.includes('/') && !chars.includes(':') && !chars.includes('.')) return []
  const charAtUnit = chars.flatMap((char, i) => (char.length === 1 ? [i] : [i, i]))
  return findUrls(chars.join('')).map(({ start, end }) => ({
    start: starts[charAtUnit[start] ?? 0] ?? 0,
    end: ends[charAtUnit[end - 1] ?? 0] ?? 0,
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
    const url = text.slice(span.start, span.end).normalize('NFKC')
    if (!(isTemplate && TEMPLATE_HOST.test(url)) && !isSource(url)) foreign.push(span)
  }
  return foreign
}
