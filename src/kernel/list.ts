import * as z from 'zod'

/** What list operations answer; the HTTP adapter puts the items into `data` and the cursor into `meta`. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() }).meta({ list: true })

/** Whether an output schema was made by `listOf`. */
export const isList = (output: z.ZodType): boolean => output.meta()?.['list'] === true
