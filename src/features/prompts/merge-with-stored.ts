import type { PromptRow, PromptValues } from '../../../db/prompts/prompt-rows.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import type { RuleExplanation } from '../../domain/prompt-rules/rule-result.ts'
import { hasDrifted } from '../../domain/prompts/content-sketch.ts'
import {
  type ComposedPrompt,
  buildPromptText,
  fillingOf,
  ruledPage,
  type RuledPage,
} from './build-prompt-text.ts'
import {
  hasErrors,
  promptStateOf,
  questionsOf,
  rulesOf,
  type StoredTemplate,
  templatesOf,
} from './prompt.ts'
import { offeredQuestions } from '../../domain/prompts/offered-questions.ts'
import type { OfferedQuestion, QuestionOrigin } from '../../domain/prompts/question.ts'
import { ofReaders } from './questions-for.ts'
import { renderAndLint } from './render-templates.ts'
import { lockedTrace } from './rule-trace.ts'
import type { WrittenTexts } from './writers/check-draft.ts'

/** The inputs of a prompt in addition to its page. */
export interface PromptOrigin {
  contentHash: string | null
  /** The sketch of the page's text; null where it is not known. */
  sketch: string | null
  recordHash: string | null
  basis: string
  newId: () => string
  at: number
}

export interface NextPrompt {
  values: PromptValues
  /** True when readers, or the site's owner, would see another prompt than before. */
  isChanged: boolean
}

const SYSTEM: Actor = { type: 'system', id: 'generator' }

/**
 * Returns the prompt of a page as it is to be stored: a new one, a regenerated one, or a locked one with new values.
 * The words are those of `written` where a model wrote some.
 */
export function mergeWithStored(
  ruled: RuledPage,
  before: PromptRow | undefined,
  origin: PromptOrigin,
  written?: WrittenTexts,
): NextPrompt {
  if (before?.is_locked === 1) return refilledPrompt(ruled, before, origin)
  const composed = buildPromptText(ruled, written)
  const values = generatedValues(composed, before, origin)
  return before ? changed(before, values) : { values, isChanged: true }
}

/** Makes a prompt in the words of the generator or a model, for a page without a prompt or with an unlocked one. */
export function generatedValues(
  composed: ComposedPrompt,
  before: PromptRow | undefined,
  { contentHash, sketch, recordHash, basis, newId, at }: PromptOrigin,
): PromptValues {
  return {
    id: before?.id ?? newId(),
    ...textColumns(composed),
    ...stateColumns(composed, before),
    source: composed.source,
    ...pageColumns(composed),
    language: composed.language,
    rules: JSON.stringify(composed.rules),
    generator: JSON.stringify(composed.generator),
    is_locked: 0,
    is_stale: 0,
    content_hash: contentHash,
    content_sketch: sketch,
    record_hash: recordHash,
    basis,
    version: before?.version ?? 1,
    created_at: before?.created_at ?? at,
    updated_at: at,
    updated_by: JSON.stringify(SYSTEM),
  }
}

const pageColumns = ({ pageType, isTypeRuled, tags }: ReturnType<typeof ruledPage>) => ({
  page_type: pageType,
  is_type_ruled: isTypeRuled ? 1 : 0,
  tags: JSON.stringify(tags),
})

export const textColumns = ({
  templates,
  questions,
  primaryKind,
}: Pick<ComposedPrompt, 'templates' | 'questions' | 'primaryKind'>) => ({
  primary_kind: primaryKind,
  kinds: templates.map(({ kind }) => ` ${kind} `).join(''),
  templates: JSON.stringify(templates),
  questions: JSON.stringify(questions),
})

/** Returns the state that a person set, where it still holds, and otherwise that of the generator and the rules. */
function stateColumns(composed: ComposedPrompt, before: PromptRow | undefined) {
  return before?.is_state_set === 1 && keepsPersonsState(before, composed)
    ? { state: before.state, is_state_set: 1 }
    : { state: composed.state, is_state_set: 0 }
}

/**
 * True where the state that a person set still holds: always for a disabled prompt or a draft; for others, only where
 * the texts are the same and no other rule turns prompts off, and for an active prompt only where the policy still
 * accepts it.
 */
function keepsPersonsState(before: PromptRow, composed: ComposedPrompt): boolean {
  const state = promptStateOf(before)
  if (state === 'disabled' || state === 'draft') return true
  if (composed.state === 'disabled' && isNewDisablingRule(before, composed.rules.explain))
    return false
  const texts = textColumns(composed)
  const isSame = before.templates === texts.templates && before.questions === texts.questions
  return isSame && (state === 'needs_review' || !composed.templates.some(hasErrors))
}

/**
 * Returns a locked prompt with its own words, in which the values, such as the page's title, and the findings of the
 * policy are made again.
 */
function refilledPrompt(ruled: RuledPage, before: PromptRow, origin: PromptOrigin): NextPrompt {
  const questions = keptQuestions(ruled, before)
  const filling = fillingOf(ruled, questions, rulesOf(before).vars)
  const templates = templatesOf(before).map((template) => renderAndLint(template, filling))
  return changed(before, {
    ...promptValuesOf(before),
    ...lockedState(before, ruled, templates, origin),
    templates: JSON.stringify(templates),
    questions: JSON.stringify(questions),
    ...pageColumns(ruledPage(ruled)),
    rules: lockedTrace(before, ruled.applied),
    // A prompt that is older than the first scan of its page counts as written for the page as that scan found it.
    content_hash: before.content_hash ?? origin.contentHash,
    content_sketch: before.content_sketch || origin.sketch,
    is_stale: [null, origin.contentHash].includes(before.content_hash) ? 0 : 1,
    record_hash: origin.recordHash,
    basis: origin.basis,
    updated_at: origin.at,
    updated_by: JSON.stringify(SYSTEM),
  })
}

/**
 * Returns a prompt with the questions of readers that its page may offer, in their place among the prompt's own
 * questions, also where a person or a model wrote the prompt.
 */
export function withReaders(
  ruled: RuledPage,
  before: PromptRow,
  { basis, at }: Pick<PromptOrigin, 'basis' | 'at'>,
): PromptValues {
  const stored = questionsOf(before)
  const of = (wanted: QuestionOrigin): string[] =>
    stored.filter(({ origin }) => origin === wanted).map(({ text }) => text)
  const sources = {
    owner: of('owner'),
    reader: ofReaders(ruled),
    page: of('page'),
    model: of('model'),
  }
  const questions = offeredQuestions(sources, before.language)
  const filling = fillingOf(ruled, questions, rulesOf(before).vars)
  const templates = templatesOf(before).map((template) => renderAndLint(template, filling))
  const values = {
    ...promptValuesOf(before),
    questions: JSON.stringify(questions),
    templates: JSON.stringify(templates),
    basis,
    updated_at: at,
    updated_by: JSON.stringify(SYSTEM),
  }
  return changed(before, values).values
}

/** Returns the questions that a locked prompt keeps: all except those of readers that may no longer be offered. */
const keptQuestions = ({ askedHere }: RuledPage, before: PromptRow): OfferedQuestion[] =>
  questionsOf(before).filter(({ text, origin }) => origin !== 'reader' || askedHere.includes(text))

/**
 * Returns the state of a locked prompt. A rule disables it and, once the rule is gone, enables it again; a prompt that
 * a person disabled stays disabled. An active prompt needs a review when the policy refuses it, or when its page has
 * changed too much.
 */
function lockedState(
  before: PromptRow,
  { applied: { result, explain } }: RuledPage,
  templates: readonly StoredTemplate[],
  { sketch }: PromptOrigin,
): Pick<PromptValues, 'state' | 'is_state_set'> {
  const state = promptStateOf(before)
  const isSet = before.is_state_set === 1
  const isKept = state === 'draft' || (isSet && state !== 'active')
  if (isKept) return { state, is_state_set: before.is_state_set }
  const isOverruled = isSet && !isNewDisablingRule(before, explain)
  if (result.disableWidget === true && !isOverruled) return { state: 'disabled', is_state_set: 0 }
  if (state === 'needs_review') return { state, is_state_set: 0 }
  const waits = state === 'disabled' && result.requireReview === true
  const isFit = !templates.some(hasErrors) && !hasDrifted(before.content_sketch, sketch)
  if (!isFit || waits) return { state: 'needs_review', is_state_set: 0 }
  return { state: 'active', is_state_set: before.is_state_set }
}

/** True where a rule turns prompts off that did not do so when a person approved the prompt. */
const isNewDisablingRule = (before: PromptRow, { disableWidget: rule }: RuleExplanation): boolean =>
  rule !== undefined && rulesOf(before).explain['disableWidget'] !== rule

/** Returns the columns of a stored prompt without the numbers of itself, its site and its page. */
export function promptValuesOf(row: PromptRow): PromptValues {
  const { num: _, site_num: __, page_num: ___, ...values } = row
  return values
}

const SHOWN = [
  'source',
  'state',
  'page_type',
  'language',
  'primary_kind',
  'templates',
  'questions',
  'rules',
  'generator',
  'is_locked',
  'is_stale',
] as const

/**
 * Returns the new values with the next version where something visible changed; otherwise keeps version, time and
 * author, and stores only the inputs that were compared.
 */
function changed(before: PromptRow, values: PromptValues): NextPrompt {
  const isChanged = SHOWN.some((column) => values[column] !== before[column])
  if (isChanged) return { values: { ...values, version: before.version + 1 }, isChanged }
  const { version, updated_at, updated_by } = before
  return { values: { ...values, version, updated_at, updated_by }, isChanged }
}
