import { isJsonObject } from '../json-object.ts'
import { classesIn, CYRILLIC, GREEK, HIDDEN } from './char-classes.ts'
import { findEncoded } from './encoded-text.ts'
import { findPhrases, type RuleSpan } from './find-phrases.ts'
import { foldText } from './fold-text.ts'
import { sourceMatcher, type SourceMatcher } from './foreign-urls.ts'
import { findHidden } from './hidden-characters.ts'
import { findMixed } from './mixed-scripts.ts'
import { normaliseNfkc } from './normalise-nfkc.ts'
import { toTextVariant, type TextVariant } from './text-variant.ts'
import { findRoleMarkers } from './role-markers.ts'
import {
  LONG_PROMPT_CHARS,
  MAX_FINDINGS_PER_RULE,
  MAX_LINTED_CHARS,
  RULES,
  type RuleId,
  type WordRuleId,
} from './rules.ts'
import type { Span } from './span.ts'
import { deobfuscate } from './deobfuscate.ts'

/** One place where a prompt breaks a rule; `start` and `end` (exclusive) are UTF-16 units of the given text. */
export interface LintFinding extends Span {
  readonly ruleId: RuleId
  readonly level: 'error' | 'warning'
  /** A sentence in English that says what to change. */
  readonly message: string
}

export interface LintOptions {
  /** The hosts (`example.com`, `example.com:8080`) or origins (`https://example.com`) that the site answers for. */
  readonly sources: readonly string[]
  /** The names of the site: a prompt that trusts or recommends one of them trusts or recommends the site. */
  readonly names?: readonly string[] | undefined
  /**
   * True for a template, which is not rendered yet: it has no `Source:` line, and `{{domain}}` may be the host of an
   * address.
   */
  readonly isTemplate: boolean
}

export { preparePhrases as prepareLinter } from './find-phrases.ts'

const SOURCE_LINE = /^Source: https?:\/\/\S/m
const TEMPLATE_HOST = /^(https?:\/\/)\{\{\s*domain\s*\}\}(?=[/?#]|$)/i

/**
 * Checks a prompt against `RULES`, and returns the findings in the order of the text. A prompt may be used if no
 * finding is an error. A linter cannot prove a prompt harmless; it refuses known ways to manipulate.
 */
export function lintPrompt(text: string, options: LintOptions): LintFinding[] {
  if (typeof text !== 'string') return [NO_TEXT]
  const { names, isTemplate, sources: declared } = knownOptions(options)
  const read = text.slice(0, MAX_LINTED_CHARS)
  const sources = sourceMatcher(declared)
  const plain = toTextVariant(read, foldText(read), sources.isOwnHost)
  const foldedAnew = deobfuscate(read, plain.urls)
  const deobfuscated = foldedAnew && toTextVariant(read, foldedAnew, sources.isOwnHost)
  const words = [
    ...findRoleMarkers(read).map(toOverrideSpan),
    ...findPhrases(plain, { names, isTemplate, isJoined: false }),
    ...(deobfuscated ? findPhrases(deobfuscated, { names, isTemplate, isJoined: true }) : []),
  ]
  const classes = classesIn(read)
  const hasOthers = (classes & (CYRILLIC | GREEK)) !== 0
  const isUncited = !isTemplate && !SOURCE_LINE.test(read)
  const { own, foreign } = splitUrls(plain, deobfuscated, sources, isTemplate)
  const found = [
    ...wordFindings(words),
    ...findings('AAP-HIDDEN', (classes & HIDDEN) === 0 ? [] : findHidden(read)),
    ...findings('AAP-MIXED', hasOthers ? findMixed(read) : []),
    ...findings('AAP-ENCODED', findEncoded(read, { urls: plain.urls, own, isTemplate })),
    ...findings('AAP-FOREIGN-URL', [...foreign, ...words.filter(({ rule }) => rule === FOREIGN)]),
    ...findings('AAP-UNCITED', isUncited ? [{ start: 0, end: text.length }] : []),
    ...lengthFindings(text),
  ]
  return found.length > 1 ? found.toSorted((a, b) => a.start - b.start) : found
}

/** The finding for a value that is not a text, and so is not a prompt that could be used. */
const NO_TEXT: LintFinding = {
  ruleId: 'AAP-UNCITED',
  level: 'error',
  start: 0,
  end: 0,
  message: 'Give the prompt as a text.',
}

/**
 * Returns options of the right types. Callers without types may give anything; a value that is not a list declares
 * nothing.
 */
function knownOptions(options: LintOptions): Required<LintOptions> & { names: readonly string[] } {
  const { sources, names, isTemplate } = isJsonObject(options) ? options : NO_OPTIONS
  return { sources: textsOf(sources), names: textsOf(names), isTemplate }
}

const NO_OPTIONS: LintOptions = { sources: [], isTemplate: false }

const textsOf = (list: readonly string[] | undefined): readonly string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []

/** Makes the span of a role marker, which breaks AAP-OVERRIDE, since it replaces the assistant's instructions. */
const toOverrideSpan = (span: Span): RuleSpan => ({ ...span, rule: 'AAP-OVERRIDE' })

const FOREIGN = 'AAP-FOREIGN-URL'

function lengthFindings(text: string): LintFinding[] {
  if (text.length <= LONG_PROMPT_CHARS) return []
  const isUnread = text.length > MAX_LINTED_CHARS
  const { message } = RULES['AAP-LENGTH']
  const level = isUnread ? 'error' : 'warning'
  return [{ ruleId: 'AAP-LENGTH', level, start: LONG_PROMPT_CHARS, end: text.length, message }]
}

/** Makes the findings of one rule: overlapping spans are merged, and a repetitive text gets only the first few. */
function findings(ruleId: RuleId, spans: readonly Span[]): readonly LintFinding[] {
  if (spans.length === 0) return NO_FINDINGS
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

const NO_FINDINGS: readonly LintFinding[] = []

function wordFindings(found: readonly RuleSpan[]): readonly LintFinding[] {
  if (found.length === 0) return NO_FINDINGS
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

interface SplitUrls {
  readonly own: readonly Span[]
  readonly foreign: readonly Span[]
}

function splitUrls(
  plain: TextVariant,
  deobfuscated: TextVariant | undefined,
  { isSource }: SourceMatcher,
  isTemplate: boolean,
): SplitUrls {
  const own: Span[] = []
  const foreign: Span[] = []
  // An address of a template is incomplete without its placeholders, so only other texts are deobfuscated here.
  const isWhole = deobfuscated !== undefined && !plain.text.includes('{{')
  for (const { text, folded, urls, foldedUrls } of isWhole ? [plain, deobfuscated] : [plain]) {
    for (const [i, span] of urls.entries()) {
      if (foreign.length >= MAX_FINDINGS_PER_RULE) break
      const read = folded.text.slice(foldedUrls[i]?.start, foldedUrls[i]?.end)
      const url = folded === plain.folded ? normaliseNfkc(text.slice(span.start, span.end)) : read
      if (isTemplate && TEMPLATE_HOST.test(url)) continue
      if (isSource(url)) own.push(span)
      else foreign.push(span)
    }
  }
  return { own, foreign }
}
