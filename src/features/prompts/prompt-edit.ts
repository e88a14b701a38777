import * as z from 'zod'
import { PromptKindSchema } from './prompt.ts'
import { PROMPT_STATES } from '../../domain/prompts/prompt-states.ts'
import { plainBreaks } from '../../lib/text/plain-breaks.ts'

const Text = z.string().overwrite(plainBreaks).trim().min(1)

/** Fields that people may write of a prompt; a list that is sent replaces the stored one. */
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
  questions: z.array(Text.max(160)).max(5).optional().describe('Suggested to readers'),
  state: z.enum(PROMPT_STATES).optional(),
  locked: z
    .boolean()
    .optional()
    .describe('Whether regeneration leaves it as it is; a change of words locks it by default'),
}

const PromptEdit = z.strictObject(editFields)
export type PromptEdit = z.output<typeof PromptEdit>
