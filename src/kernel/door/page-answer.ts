import * as z from 'zod'

/** A session that the browser is to keep in its cookie. */
const KeptSession = z.object({ token: z.string(), expiresAt: z.string() })

/** The answer of an operation that people open in a browser: a page, or a redirect to another one. */
export const PageAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    status: z.int(),
    html: z.string(),
    /** The hash of the one style within the page, in the form of a source of a Content Security Policy. */
    style: z.string(),
    /** Origins that a form of the page may lead to, in addition to this server's. */
    formActions: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('redirect'),
    location: z.string(),
    session: KeptSession.nullable().describe('Null ends the cookie').optional(),
  }),
])
export type PageAnswer = z.infer<typeof PageAnswer>
