import * as z from 'zod'

/** Examples of fields that a query sends as JSON, for readers of OpenAPI; the lists of tools do not show them. */
export const QUERY_EXAMPLES = z.registry<{ example: unknown }>()
