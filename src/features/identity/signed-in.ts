import * as z from 'zod'
import { invalidField } from '../../kernel/door/errors.ts'
import type { Caller } from '../../kernel/door/caller.ts'

/** The input field of operations that open a session; the adapter makes the cookie (`HttpBinding.cookie`). */
export const InCookie = z
  .boolean()
  .default(false)
  .describe(
    'For pages of this server: put the session into a cookie, and leave it out of the answer',
  )

/** The facts of an organization that its member sees when they choose among their organizations. */
export const OwnOrganization = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string(),
  role: z.string(),
})

/** The answer of operations that open a session. */
export const SignedIn = z.object({
  token: z.string().nullable().describe('Shown this once; null where it is in a cookie'),
  expiresAt: z.string(),
  user: z.object({ id: z.string(), email: z.string() }),
  orgId: z.string(),
  organizations: z.array(OwnOrganization),
})

/**
 * Throws VALIDATION_FAILED where a page of another server wants the session in a cookie: no other site may sign a
 * person in.
 */
export function assertOwnPage({ isOwnPage }: Caller, cookie: boolean): void {
  if (!cookie || isOwnPage) return
  throw invalidField(
    'cookie',
    'not_same_origin',
    'Only a page of this server gets a cookie (Sec-Fetch-Site: same-origin), over https or on this machine',
  )
}
