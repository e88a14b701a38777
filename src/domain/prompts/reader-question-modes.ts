/** The ways to treat a question that enough readers asked: to ask the site's owner, to offer all of them, or none. */
export const READER_QUESTION_MODES = ['ask', 'all', 'none'] as const
export type ReaderQuestionMode = (typeof READER_QUESTION_MODES)[number]

/** Reads the mode as it is stored with a site. */
export const readerQuestionModeOf = ({
  reader_questions: stored,
}: {
  reader_questions: string
}): ReaderQuestionMode => READER_QUESTION_MODES.find((mode) => mode === stored) ?? 'ask'
