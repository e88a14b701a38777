import * as z from 'zod'

/**
 * Parts of a schema that `tools/list` shows by their type alone: words that the tool names elsewhere, or that an error
 * lists with the nearest one. Each word of a list costs every conversation tokens; OpenAPI shows them all.
 */
export const COMPACT_SCHEMAS = z.registry<{ isBrief: true }>()

export const isCompact = (schema: unknown): boolean =>
  schema instanceof z.ZodType && COMPACT_SCHEMAS.has(schema)
