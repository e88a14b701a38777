import * as z from 'zod'
import { iso, HOUR_MS } from '../../lib/time/clock.ts'
import { MAX_SESSIONS, newSession } from '../../auth/new-session.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { defineOperation, type PublicContext } from '../../kernel/door/operation.ts'
import { assertOwnPage, InCookie, SignedIn } from './signed-in.ts'
import { limitGuesses } from './limit-guesses.ts'
import { personAudit } from './person-audit.ts'

interface Person {
  id: string
  password_hash: string
}

const isProven = ({ unproven_org_id }: { unproven_org_id: string | null }): boolean =>
  unproven_org_id === null

/**
 * POST /auth/sign-in: opens a session. A wrong password and an unknown address get the same answer, in about the same
 * time.
 */
export const signIn = defineOperation({
  name: 'auth.signIn',
  summary: 'Sign in with an email address and a password; the answer holds the session token once',
  access: { by: 'public' },
  // Sign-ins count by address, so that a credential sent along does not buy more guesses.
  addressLimit: { name: 'sign-in', requestsPerMinute: 20 },
  http: {
    method: 'post',
    path: '/auth/sign-in',
    revealsSecret: 'token',
    cookie: 'set',
    idempotency: 'none',
  },
  input: z.strictObject({
    email: z.string().trim().toLowerCase().min(3).max(254),
    password: z.string().min(1).max(1_024),
    orgId: z.string().max(64).optional().describe('Which organization, for members of several'),
    cookie: InCookie,
  }),
  output: SignedIn,
  rules: [({ caller }, { cookie }) => assertOwnPage(caller, cookie)],
  // Hashing is expensive, so a caller who would wait too long is refused before the body is read.
  precheck: async ({ app }) => app.passwords.assertRoom(),
  async handler({ app, caller }, { email, password, orgId, cookie }) {
    assertOwnPage(caller, cookie)
    const { accounts, guesses } = app.system
    const client = app.addressName(caller.address)
    const known = await accounts.accountsOf(email)
    const guess = {
      account: app.accountName(email),
      address: client,
      at: app.now(),
      // A session of an unproven account gives no more guesses of the proven one, nor does it show whether there is
      // one.
      userId: known.find(isProven)?.id,
    }
    const judge = () => findPerson(app, known, { password, orgId })
    const tellSpent = async () => {
      for (const account of known) await tellGuesses({ app, caller }, account)
    }
    const found = await limitGuesses(guesses, guess, judge, {
      tellSpent,
      isOfAddress: ({ user }) => isProven(user),
    })
    if (!found) {
      // The address that was tried is not logged, because people type their password there, too.
      const tried = known[0] ? { userId: known[0].id } : {}
      app.log.warn({ requestId: caller.requestId, client, ...tried }, 'sign-in refused')
      throw wrong()
    }
    const { user, organization, organizations } = found
    const session = await openSession({ app, caller }, user, organization.id)
    if (!session) throw wrong()
    if (known.length === 1) await strengthen(app, user, password)
    return {
      ...session,
      user: { id: user.id, email: user.email },
      orgId: organization.id,
      organizations,
    }
  },
})

/**
 * Finds the account whose password was sent, among the accounts of one address, and in the named organization where one
 * is named. All are compared in the time that one takes, so that the time does not show how many there are.
 */
async function findPerson(
  app: AppContext,
  known: readonly (Person & { email: string; unproven_org_id: string | null })[],
  { password, orgId }: { password: string; orgId: string | undefined },
) {
  const hashes = known.map(({ password_hash }) => password_hash)
  const right = await app.passwords.find(hashes, password)
  for (const user of known.filter(({ password_hash }) => password_hash === right)) {
    const organizations = await app.system.accounts.memberships(user.id)
    const organization = orgId ? organizations.find(({ id }) => id === orgId) : organizations[0]
    if (organization) return { user, organization, organizations }
  }
  return undefined
}

/** Opens a session of a person; undefined where the person's password was changed while the sent one was checked. */
export async function openSession(
  { app, caller }: Pick<PublicContext, 'app' | 'caller'>,
  { id: userId, password_hash: passwordHash }: Person,
  orgId: string,
) {
  const { token, row } = newSession(app, caller, { userId, orgId })
  const actor = { type: 'user', id: userId } as const
  const event = { action: 'session.create', id: row.id, actor } as const
  const lines = personAudit({ app, caller }, [{ id: orgId }], event)
  const limits = { most: MAX_SESSIONS, passwordHash }
  const isAdded = await app.system.accounts.addSession(row, limits, lines)
  return isAdded ? { token, expiresAt: iso(row.expires_at) } : undefined
}

/**
 * Stores a new hash of a password whose hash took less work than is usual now, which is only possible when the password
 * is typed. The accounts of one address keep hashes of the same kind, since they are compared at once.
 */
async function strengthen({ passwords, system }: AppContext, user: Person, password: string) {
  const { id: userId, password_hash: from } = user
  if (!passwords.isOutdated(from)) return
  await system.people.rehash({ userId, from, to: await passwords.hash(password, from) })
}

const wrong = (): ServiceError =>
  new ServiceError('INVALID_CREDENTIAL', 'Email address or password is wrong')

/**
 * Writes to the audit log of each organization of a person that somebody has used up all tries of a password: once an
 * hour, so that guesses cannot fill the log.
 */
async function tellGuesses(
  ctx: Pick<PublicContext, 'app' | 'caller'>,
  user: { id: string },
): Promise<void> {
  const { accounts, guesses } = ctx.app.system
  const lines = personAudit(ctx, await accounts.memberships(user.id), {
    action: 'session.refuse',
    id: user.id,
    actor: { type: 'system', id: 'sign-in' },
    detail: { reason: 'too many wrong passwords' },
  })
  await guesses.tellOnce(lines, ctx.app.now() - HOUR_MS)
}
