import * as z from 'zod'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { ServiceError } from '../../kernel/door/errors.ts'

/** A session as its person sees it. */
export const Session = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
  agent: z.string().nullable().describe('The client that signed in, such as Firefox on Linux'),
  address: z
    .string()
    .nullable()
    .describe('The same for sessions that were opened from one address, which it does not tell'),
  current: z.boolean().describe('The one that asks'),
})

/** Returns the session of the person who calls. Throws SESSION_REQUIRED for any other credential. */
export function personOf(principal: OrgPrincipal): Extract<OrgPrincipal, { kind: 'session' }> {
  if (principal.kind === 'session') return principal
  throw new ServiceError('SESSION_REQUIRED', 'This takes a session of a person')
}
