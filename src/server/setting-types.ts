import * as z from 'zod'

/** Makes the schema of a setting that is a whole number from `min` to `max`. */
export function integerSetting(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.int({ error }).min(min, error).max(max, error))
}

/**
 * Makes the schema of a setting that is a text which `read` accepts; `read` throws an Error that says what is wrong
 * with any other.
 */
export const readBy = (read: (text: string) => unknown) =>
  z
    .string()
    .default('')
    .superRefine((text, context) => {
      try {
        read(text)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        context.addIssue({ code: 'custom', message: error.message })
      }
    })

/** Returns the items of a text that commas separate. */
export const listed = (text: string): string[] =>
  text.split(',').flatMap((item) => item.trim() || [])
