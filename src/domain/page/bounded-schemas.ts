import * as z from 'zod'

// A page chooses its texts, and other releases stored them by other bounds. These schemas therefore cut every stored
// value, and read nothing of a value in another form. Events are stored together with what is read here, and none may
// be lost for it.

/** Makes the schema of a text that is cut to `maxChars` characters, with no half of a character at its end. */
export const boundedText = (maxChars: number) =>
  z.string().transform((value) => value.slice(0, maxChars).toWellFormed())

/** Makes the schema of a bounded text that may be absent. */
export const optionalText = (maxChars: number) =>
  boundedText(maxChars)
    .nullish()
    .transform((value) => value ?? null)
    .catch(null)

/** Makes the schema of a list that may be absent, cut after `max` items. */
export const boundedList = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(z.unknown())
    .default([])
    .transform((items) => items.slice(0, max))
    .pipe(z.array(item))
    .catch([])

export const optionalCount = z
  .int()
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

/** The schema of an address; one that is too long is null, since an address that is cut leads nowhere. */
export const boundedUrl = z
  .string()
  .nullish()
  .transform((value) => (value && value.length <= 2_048 ? value : null))
  .catch(null)
