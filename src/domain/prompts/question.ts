import * as z from 'zod'

/** The sources of a question that a page offers, in the order in which they are offered. */
export const QUESTION_ORIGINS = ['owner', 'reader', 'page', 'model'] as const
export type QuestionOrigin = (typeof QUESTION_ORIGINS)[number]

/** A question that the readers of a page may put to an assistant, with its source. */
export const Question = z.object({
  text: z.string(),
  origin: z
    .enum(QUESTION_ORIGINS)
    .describe('Who worded it: the owner, readers, the page itself or a language model'),
})
export type Question = z.infer<typeof Question>

const StoredQuestion = z
  .string()
  .transform((text) => ({ text, origin: 'page' as const }))
  .or(Question)

/** Reads questions as they are stored with a prompt; an older release stored their words alone. */
export const parseQuestions = (json: string): Question[] =>
  z.array(StoredQuestion).parse(JSON.parse(json))
