import * as z from 'zod'

/** The sources of a question that a page offers, in the order in which they are offered. */
export const QUESTION_ORIGINS = ['owner', 'reader', 'page', 'model'] as const
export type QuestionOrigin = (typeof QUESTION_ORIGINS)[number]

/** A question that the readers of a page may put to an assistant, with its source. */
export const OfferedQuestion = z.object({
  text: z.string(),
  origin: z
    .enum(QUESTION_ORIGINS)
    .describe('Who worded it: the owner, readers, the page itself or a language model'),
})
export type OfferedQuestion = z.infer<typeof OfferedQuestion>

const Stored = z.array(OfferedQuestion.or(z.string()))

/**
 * Reads questions as they are stored with a prompt. An older release stored their words alone, which are of `origin`.
 */
export const parseQuestions = (json: string, origin: QuestionOrigin): OfferedQuestion[] =>
  Stored.parse(JSON.parse(json)).map((one) =>
    typeof one === 'string' ? { text: one, origin } : one,
  )
