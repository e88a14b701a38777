interface Known {
  answer: unknown
  atMs: number
}

/** The last answers, by route and input, so that a page to which a person returns is shown at once. */
const answers = new Map<string, Known>()
const MAX_ANSWERS = 60
/** The milliseconds for which an answer is not read again, for example where two parts of a page ask for the same. */
const FRESH_MS = 2_000

export const knownAnswer = (name: string): unknown => answers.get(name)?.answer

export const isFresh = (name: string): boolean =>
  performance.now() - (answers.get(name)?.atMs ?? -FRESH_MS) < FRESH_MS

export function keepAnswer(name: string, answer: unknown): void {
  answers.delete(name)
  answers.set(name, { answer, atMs: performance.now() })
  const [oldest] = answers.keys()
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
}

/** Forgets all answers, for example when another person or organization goes on. */
export const forgetAnswers = (): void => answers.clear()

/**
 * Makes each answer be read again when it is wanted, for example after a change. Until then the old answer is shown.
 */
export function distrustAnswers(): void {
  for (const known of answers.values()) known.atMs = -FRESH_MS
}
