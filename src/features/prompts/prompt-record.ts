import * as z from 'zod'
import type { PromptRow } from '../../../db/prompts/prompt-rows.ts'
import { editFields, QUESTIONS_ARE, questionsField, writtenQuestions } from './prompt-edit.ts'
import { questionsOf, templatesOf } from './prompt.ts'
import { PROMPT_STATES } from '../../domain/prompts/prompt-states.ts'

const { kind, label } = editFields.templates.unwrap().element.shape

/**
 * The prompts of a page as import and export write them. Rules can make texts that are longer than those of a single
 * edit: a template with the texts that rules prepend and append, and a question of a rule.
 */
export const PromptRecord = z
  .strictObject({
    path: z.string().min(1).max(1_024).describe('Of a page that the site has'),
    ...editFields,
    templates: z
      .array(z.strictObject({ kind, label, template: z.string().trim().min(1).max(2_602) }))
      .max(10),
    questions: questionsField(300).optional().describe(QUESTIONS_ARE),
  })
  .meta({ id: 'PromptRecord' })
export type PromptRecord = z.output<typeof PromptRecord>

/** Makes the record of a stored prompt that the import takes. */
export function toPromptRecord(row: PromptRow, path: string): PromptRecord {
  const templates = templatesOf(row).map(({ kind: own, label: words, template }) => ({
    kind: own,
    label: words,
    template,
  }))
  return {
    path,
    templates,
    primaryKind: templates.find((template) => template.kind === row.primary_kind)?.kind,
    questions: questionsOf(row),
    state: PROMPT_STATES.find((state) => state === row.state),
    locked: row.is_locked === 1,
  }
}

/** True when a record would change nothing of a prompt; fields that are absent stay. */
export function changesNothing(record: PromptRecord, current: PromptRecord): boolean {
  const { templates, questions, primaryKind, state, locked } = record
  return (
    templates.every((template, i) => isLike(template, current.templates[i])) &&
    [0, current.templates.length].includes(templates.length) &&
    [undefined, current.primaryKind].includes(primaryKind) &&
    [undefined, current.state].includes(state) &&
    [undefined, current.locked].includes(locked) &&
    (questions === undefined || areLike(questions, current.questions ?? []))
  )
}

type RecordQuestions = NonNullable<PromptRecord['questions']>

/**
 * True where two lists of questions are the same. A text alone equals a question of any origin, since an older release
 * exported texts alone.
 */
function areLike(questions: RecordQuestions, current: RecordQuestions): boolean {
  const own = writtenQuestions(current)
  return (
    questions.length === own.length &&
    questions.every((one, i) =>
      typeof one === 'string'
        ? one === own[i]?.text
        : one.text === own[i]?.text && (one.origin ?? 'owner') === own[i].origin,
    )
  )
}

type RecordTemplate = PromptRecord['templates'][number]

const isLike = (wanted: RecordTemplate, own: RecordTemplate | undefined): boolean =>
  wanted.kind === own?.kind &&
  wanted.template === own.template &&
  (wanted.label ?? own.label) === own.label
