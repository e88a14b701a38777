import * as z from 'zod'

/** What a field that goes through a query as JSON may hold, for readers of OpenAPI; the lists of tools do not show it. */
export const QUERY_EXAMPLES = z.registry<{ example: unknown }>()
