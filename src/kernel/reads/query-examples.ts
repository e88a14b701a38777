import * as z from 'zod'

/**
 * Examples of a field that goes through a query as JSON, for readers of OpenAPI; the lists of tools do not show them.
 */
export const QUERY_EXAMPLES = z.registry<{ example: unknown }>()
