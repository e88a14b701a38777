import type { PromptRow } from '../../../db/prompts/prompt-rows.ts'
import type { AppliedRules } from '../../domain/prompt-rules/apply-rules.ts'
import type { RuleExplanation } from '../../domain/prompt-rules/rule-result.ts'
import { rulesOf, type RuleTrace } from './prompt.ts'

/**
 * Matches the fields by which rules decide the words of a prompt. The other fields are about its page, and do not
 * depend on the author of the words.
 */
const WORDING_FIELDS =
  /^(?:templates\.|vars\.|(?:prepend|append|addKinds|removeKinds|primaryKind|suggestedQuestions|language|requireReview)$)/
const OF_TEMPLATES = /^(?:templates\.|(?:prepend|append|addKinds|removeKinds)$)/

/** The groups of fields that a person wrote, so that no rule decided them. */
interface OwnFields {
  templates: boolean
  questions: boolean
  primaryKind: boolean
}

/** Returns the stored rules of a prompt as JSON, without the decisions about fields that a person wrote. */
export function traceWithout(before: Pick<PromptRow, 'rules'>, own: OwnFields): string {
  const trace = rulesOf(before)
  const isOwn = (field: string): boolean =>
    (own.templates && OF_TEMPLATES.test(field)) ||
    (own.questions && field === 'suggestedQuestions') ||
    (own.primaryKind && field === 'primaryKind')
  const kept = Object.entries(trace.explain).filter(([field]) => !isOwn(field))
  return JSON.stringify({ ...trace, explain: Object.fromEntries(kept) })
}

/**
 * Returns the rules of a locked prompt as JSON: those that match its page today, and their decisions about the page.
 * The words keep the rules by which they were written, also where these rules have changed since.
 */
export function lockedTrace(before: Pick<PromptRow, 'rules'>, applied: AppliedRules): string {
  const known = rulesOf(before)
  const { result, matched } = applied
  const trackQueries = result.trackQueries ?? []
  const trace: RuleTrace = {
    ...known,
    matched,
    explain: lockedExplanation(known.explain, applied.explain),
    targets: result.targets ?? null,
    trackQueries,
  }
  // Prompts of older releases have no queries, so an empty list is not a change.
  const isSame =
    JSON.stringify(trace) === JSON.stringify({ ...known, trackQueries: known.trackQueries ?? [] })
  return isSame ? before.rules : JSON.stringify(trace)
}

/**
 * Returns which rule decided each field: for words as it is stored, and for the page as the rules decide today. It
 * keeps the stored order of fields, so that the same fields give the same text.
 */
function lockedExplanation(before: RuleExplanation, today: RuleExplanation): RuleExplanation {
  const ofPage = Object.entries(today).filter(([field]) => !WORDING_FIELDS.test(field))
  const names = new Set([...Object.keys(before), ...ofPage.map(([field]) => field)])
  return Object.fromEntries(
    [...names].flatMap((field) => {
      const by = (WORDING_FIELDS.test(field) ? before : today)[field]
      return by === undefined ? [] : [[field, by]]
    }),
  )
}
