import * as z from 'zod'

/** Takes the text of a whole number within two bounds. */
export function integerSetting(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.int({ error }).min(min, error).max(max, error))
}

/** Takes text that `read` accepts; it throws an Error that says what is wrong with any other. */
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

/** The items of a text that commas separate. */
export const listed = (text: string): string[] =>
  text.split(',').flatMap((item) => item.trim() || [])
