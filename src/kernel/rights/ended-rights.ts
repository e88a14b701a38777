import * as z from 'zod'
import { ROLES } from '../door/principal.ts'

/** The most entries of each list of ended rights. */
const MOST_TOLD = 100

/** The keys, webhooks and invitations of a person whose rights have ended or were narrowed, with their numbers. */
export const EndedRights = z
  .object({
    keysNarrowed: z.int().describe('API keys, and grants of assistants'),
    keysRevoked: z.int().describe('API keys, and grants of assistants'),
    webhooksPaused: z.int(),
    invitationsWithdrawn: z.int(),
    keys: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          masked: z.string(),
          client: z
            .object({ name: z.string().nullable(), host: z.string().nullable() })
            .nullable()
            .describe('The assistant of a grant; null for a key'),
          scopes: z.array(z.string()).describe('What it may do yet; nothing where it was revoked'),
        }),
      )
      .describe(`The first ${MOST_TOLD}; links to files that they made open no longer`),
    webhooks: z
      .array(z.object({ id: z.string(), description: z.string() }))
      .describe(`The first ${MOST_TOLD}; what they would send waits 7 days for paused: false`),
    invitations: z
      .array(z.object({ id: z.string(), email: z.string(), role: z.enum(ROLES) }))
      .describe(`The first ${MOST_TOLD}`),
  })
  .describe('What this person made here and may no longer hold')
  .meta({ id: 'EndedRights' })

export type EndedRights = z.infer<typeof EndedRights>

export const nothingEnded = (): EndedRights => ({
  keysNarrowed: 0,
  keysRevoked: 0,
  webhooksPaused: 0,
  invitationsWithdrawn: 0,
  keys: [],
  webhooks: [],
  invitations: [],
})

/** Adds an entry to a list that has fewer than `MOST_TOLD` entries. */
export function tellOf<T>(list: T[], one: T): void {
  if (list.length < MOST_TOLD) list.push(one)
}

/** Returns the numbers of ended rights without the lists, for the audit log. */
export const numbersOf = ({
  keysNarrowed,
  keysRevoked,
  webhooksPaused,
  invitationsWithdrawn,
}: EndedRights) => ({ keysNarrowed, keysRevoked, webhooksPaused, invitationsWithdrawn })
