import { classesIn, CYRILLIC, GREEK, HIDDEN } from './char-classes.ts'
import { findEncoded } from './encoded-text.ts'
import { findPhrases, type RuleSpan } from './find-phrases.ts'
import { foldText } from './fold-text.ts'
import { sourceMatcher, type SourceMatcher } from './foreign-urls.ts'
import { findHidden } from './hidden-characters.ts'
import { findMixed } from './mixed-scripts.ts'
import { compatibleForm } from './plain-forms.ts'
import { readingOf, type Reading } from './reading.ts'
import { findRoleMarkers } from './role-markers.ts'
import {
  LONG_PROMPT_CHARS,
  MAX_PROMPT_CHARS,
  RULES,
  type RuleId,
  type WordRuleId,
} from './rules.ts'
import type { Span } from './span.ts'
import { unmask } from './deobfuscate.ts'

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
  /** What the site is called: to trust or recommend that is the same as to trust or recommend it. */
  readonly names?: readonly string[] | undefined
  /** A template is not rendered yet: it has no `Source:` line, and `{{domain}}` may be the host of an address. */
  readonly isTemplate: boolean
}

export { preparePhrases as prepareLinter } from './find-phrases.ts'

const MAX_FINDINGS_PER_RULE = 10
const SOURCE_LINE = /^Source: https?:\/\/\S/m
const TEMPLATE_HOST = /^(https?:\/\/)\{\{\s*domain\s*\}\}(?=[/?#]|$)/i

/**
 * Judges a prompt by the rules of `RULES`, in the order of the text. It may be used if no finding is an error.
 * A linter cannot prove a prompt innocent; it refuses what is known to manipulate.
 */
export function lintPrompt(text: string, options: LintOptions): Finding[] {
  const { names = [], isTemplate } = options
  const read = text.slice(0, MAX_PROMPT_CHARS)
  const sources = sourceMatcher(options.sources)
  const plain = readingOf(read, foldText(read), sources.isOwnHost)
  const foldedAnew = unmask(read)
  const unmasked = foldedAnew && readingOf(read, foldedAnew, sources.isOwnHost)
  const words = [
    ...findRoleMarkers(read).map(overrides),
    ...findPhrases(plain, { names, isTemplate, isJoined: false }),
    ...(unmasked ? findPhrases(unmasked, { names, isTemplate, isJoined: true }) : []),
  ]
  const classes = classesIn(read)
  const hasOthers = (classes & (CYRILLIC | GREEK)) !== 0
  const isUncited = !isTemplate && !SOURCE_LINE.test(read)
  const { own, foreign } = sortedUrls(plain, unmasked, sources, isTemplate)
  const found = [
    ...wordFindings(words),
    ...findings('AAP-HIDDEN', (classes & HIDDEN) === 0 ? [] : findHidden(read)),
    ...findings('AAP-MIXED', hasOthers ? findMixed(read) : []),
    ...findings('AAP-ENCODED', findEncoded(read, { urls: plain.urls, own, isTemplate })),
    ...findings('AAP-FOREIGN-URL', [...foreign, ...words.filter(({ rule }) => rule === FOREIGN)]),
    ...findings('AAP-UNCITED', isUncited ? [{ start: 0, end: text.length }] : []),
    ...tooLong(text),
  ]
  return found.length > 1 ? found.toSorted((a, b) => a.start - b.start) : found
}

/** Role markers override what the assistant was told. */
const overrides = (span: Span): RuleSpan => ({ ...span, rule: 'AAP-OVERRIDE' })

const FOREIGN = 'AAP-FOREIGN-URL'

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

function wordFindings(found: readonly RuleSpan[]): readonly Finding[] {
  if (found.length === 0) return NONE
  const spansByRule = new Map<WordRuleId, Span[]>()
  for (const span of found) {
    const spans = spansByRule.get(span.rule)
    if (spans === undefined) spansByRule.set(span.rule, [span])
    else spans.push(span)
  }
  return WORD_RULES.flatMap((rule) => findings(rule, spansByRule.get(rule) ?? []))
}

const WORD_RULES: readonly WordRuleId[] = [
  'AAP-PERSIST',
  'AAP-PROMOTE',
  'AAP-BIAS',
  'AAP-OVERRIDE',
  'AAP-CONCEAL',
  'AAP-ACT',
]

interface SortedUrls {
  readonly own: readonly Span[]
  readonly foreign: readonly Span[]
}

function sortedUrls(
  plain: Reading,
  unmasked: Reading | undefined,
  { isSource }: SourceMatcher,
  isTemplate: boolean,
): SortedUrls {
  const own: Span[] = []
  const foreign: Span[] = []
  // Without its placeholders, an address of a template is none.
  const isWhole = unmasked !== undefined && !plain.text.includes('{{')
  for (const { text, folded, urls, foldedUrls } of isWhole ? [plain, unmasked] : [plain]) {
    for (const [i, span] of urls.entries()) {
      if (foreign.length >= MAX_FINDINGS_PER_RULE) break
      const read = folded.text.slice(foldedUrls[i]?.start, foldedUrls[i]?.end)
      const url = folded === plain.folded ? compatibleForm(text.slice(span.start, span.end)) : read
      if (isTemplate && TEMPLATE_HOST.test(url)) continue
      if (isSource(url)) own.push(span)
      else foreign.push(span)
    }
  }
  return { own, foreign }
}
