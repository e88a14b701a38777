import * as z from 'zod'
import type { PromptDraft as DraftForm } from '../../../domain/prompts/prompt-writer.ts'
import type { PlainTemplate } from '../render-templates.ts'

/** The longest text that is taken from a model, in UTF-16 units. */
export const MAX_DRAFT_TEMPLATE_CHARS = 600
export const MAX_DRAFT_LABEL_CHARS = 60
export const MAX_DRAFT_QUESTION_CHARS = 200
export const MAX_DRAFT_QUESTIONS = 5

const text = (maxChars: number) =>
  z
    .string()
    .max(maxChars)
    .transform((raw) => raw.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1).max(maxChars))

/** The form of a model's answer. */
export const ModelDraft: z.ZodType<DraftForm> = z.object({
  language: z.string().max(35),
  templates: z.record(
    z.string().max(40),
    z.object({ label: text(MAX_DRAFT_LABEL_CHARS), template: text(MAX_DRAFT_TEMPLATE_CHARS) }),
  ),
  questions: z.array(text(MAX_DRAFT_QUESTION_CHARS)).min(1).max(MAX_DRAFT_QUESTIONS),
})

/**
 * Describes the same form for the endpoint, as strict structured outputs want it: every property required, no other
 * ones, and no bounds, which some servers refuse. Source: https://platform.openai.com/docs/guides/structured-outputs
 */
export function draftJsonSchema(wanted: readonly Pick<PlainTemplate, 'kind'>[]): object {
  const string = { type: 'string' }
  const template = closed({ label: string, template: string })
  return closed({
    language: string,
    templates: closed(Object.fromEntries(wanted.map(({ kind }) => [kind, template]))),
    questions: { type: 'array', items: string },
  })
}

const closed = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
