import * as z from 'zod'

/**
 * Schemas that `tools/list` shows by their type alone, without the list of legal words: the tool names these
 * elsewhere, or an error lists them with the nearest one. Each word costs every conversation tokens; OpenAPI shows
 * them all.
 */
export const COMPACT_SCHEMAS = z.registry<{ isBrief: true }>()

export const isCompact = (schema: unknown): boolean =>
  schema instanceof z.ZodType && COMPACT_SCHEMAS.has(schema)
