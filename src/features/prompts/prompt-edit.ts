import * as z from 'zod'
import { PromptKindSchema } from './prompt.ts'
import { MAX_QUESTIONS } from '../../domain/prompts/offered-questions.ts'
import { QUESTION_ORIGINS, type OfferedQuestion } from '../../domain/prompts/question.ts'
import { PROMPT_STATES } from '../../domain/prompts/prompt-states.ts'
import { plainBreaks } from '../../lib/text/plain-breaks.ts'

const Text = z.string().overwrite(plainBreaks).trim().min(1)

/**
 * Makes the schema of questions as people write them: a text alone is a question of the owner's, and an object is a
 * question from an answer or an export.
 */
export const questionsField = (maxChars: number) => {
  const text = Text.max(maxChars)
  const origin = z.enum(QUESTION_ORIGINS).optional()
  return z.array(z.union([text, z.strictObject({ text, origin })])).max(MAX_QUESTIONS)
}

export const QUESTIONS_ARE = 'Suggested to readers, in this order; words alone are the owner’s'

type WrittenQuestions = z.output<ReturnType<typeof questionsField>>

/**
 * Returns written questions with their origins: a text alone is the owner's, and an object keeps the origin that it
 * has.
 */
export const writtenQuestions = (written: WrittenQuestions): OfferedQuestion[] =>
  written.map((one) =>
    typeof one === 'string'
      ? { text: one, origin: 'owner' }
      : { text: one.text, origin: one.origin ?? 'owner' },
  )

/** The fields of a prompt that people may write; a list that is sent replaces the stored one. */
export const editFields = {
  primaryKind: PromptKindSchema.optional().describe('One of the kinds of its templates'),
  templates: z
    .array(
      z.strictObject({
        kind: PromptKindSchema,
        label: Text.max(60).optional().describe('What the button says'),
        template: Text.max(2_000).describe('With placeholders such as {{title}}'),
      }),
    )
    .min(1)
    .max(10)
    .optional(),
  questions: questionsField(160).optional().describe(QUESTIONS_ARE),
  state: z.enum(PROMPT_STATES).optional(),
  locked: z
    .boolean()
    .optional()
    .describe('Whether regeneration leaves it as it is; a change of words locks it by default'),
}

const PromptEdit = z.strictObject(editFields)
export type PromptEdit = z.output<typeof PromptEdit>
