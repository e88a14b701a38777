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
