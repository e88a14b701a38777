import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import { invalidField } from '../../kernel/door/errors.ts'

const QUESTION_MODES = ['off', 'topic_only', 'full'] as const

/** The settings of a site that protect its readers. */
export const Privacy = z.object({
  questions: z.enum(QUESTION_MODES),
  honourOptOut: z.boolean(),
  ipStorage: z.literal('never'),
})

type PrivacyColumns = Pick<SiteRow, 'question_mode' | 'honour_opt_out'>

export const toPrivacy = (row: PrivacyColumns): z.input<typeof Privacy> => ({
  questions: QUESTION_MODES.find((mode) => mode === row.question_mode) ?? 'off',
  honourOptOut: row.honour_opt_out === 1,
  ipStorage: 'never',
})

const questions = z.enum(QUESTION_MODES).optional()
const honourOptOut = z.boolean().optional()

/**
 * The fields in which callers send privacy settings: `privacy`, whole or in part, and two deprecated names of its
 * fields.
 */
export const privacyFields = {
  privacy: z
    .strictObject({
      questions: questions.describe('What is kept of readers’ questions'),
      honourOptOut: honourOptOut.describe('Drop events of readers who send Sec-GPC or DNT'),
      ipStorage: z.literal('never').optional().describe('Addresses are never stored'),
    })
    .optional(),
  questions: questions.describe('The same as privacy.questions').meta({ deprecated: true }),
  honourOptOut: honourOptOut
    .describe('The same as privacy.honourOptOut')
    .meta({ deprecated: true }),
}

type Written = Partial<Omit<z.output<typeof Privacy>, 'ipStorage'>>
type PrivacyInput = { [K in keyof Written]?: Written[K] | undefined } & {
  privacy?: z.output<typeof privacyFields.privacy>
}

/**
 * Returns the columns that sent privacy settings change. Throws VALIDATION_FAILED where a field has different values
 * under its two names.
 */
export function privacyColumns(input: PrivacyInput): Partial<PrivacyColumns> {
  const mode = agreed('questions', input.privacy?.questions, input.questions)
  const honours = agreed('honourOptOut', input.privacy?.honourOptOut, input.honourOptOut)
  return {
    ...(mode !== undefined && { question_mode: mode }),
    ...(honours !== undefined && { honour_opt_out: honours ? 1 : 0 }),
  }
}

/**
 * Returns the value of a field that may be sent under two names. Throws VALIDATION_FAILED where both are sent and
 * differ.
 */
export function agreed<T>(name: string, nested: T | undefined, flat: T | undefined): T | undefined {
  if (nested !== undefined && flat !== undefined && nested !== flat) {
    const message = `${name} says something else; send privacy alone`
    throw invalidField(`privacy.${name}`, 'conflict', message)
  }
  return nested ?? flat
}
