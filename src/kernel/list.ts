import * as z from 'zod'

/** Makes the output schema of a list; the HTTP adapter puts the items into `data` and the cursor into `meta`. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() }).meta({ list: true })

/** True for an output schema that `listOf` made. */
export const isList = (output: z.ZodType): boolean => output.meta()?.['list'] === true
