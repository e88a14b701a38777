import * as z from 'zod'
import { DAY_MS, iso } from '../../lib/time/clock.ts'
import { auditRow } from '../../kernel/audit.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { newId } from '../../domain/ids.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { hashToken, mintToken } from '../../kernel/tokens.ts'
import { limitGuesses } from './limit-guesses.ts'
import { tellGuesses } from './tell-guesses.ts'

const SESSION_LIFE_MS = 30 * DAY_MS
/** Sessions of one person; with one more, the oldest ends. */
const MAX_SESSIONS = 100

/** POST /auth/sign-in. A wrong password and an unknown address get the same answer, in about the same time. */
export const signIn = defineOperation({
  name: 'auth.signIn',
  summary: 'Sign in with an email address and a password; the answer holds the session token once',
  effect: 'write',
  access: { by: 'public' },
  // Sign-ins count by address, so that a credential sent along does not buy more guesses.
  addressLimit: { name: 'sign-in', requestsPerMinute: 20 },
  http: {
    surface: 'api',
    method: 'post',
    path: '/auth/sign-in',
    revealsSecret: 'token',
    idempotency: 'none',
  },
  input: z.strictObject({
    email: z.string().trim().toLowerCase().min(3).max(254),
    password: z.string().min(1).max(1_024),
    orgId: z.string().max(64).optional().describe('Which organization, for members of several'),
  }),
  output: z.object({
    token: z.string(),
    expiresAt: z.string(),
    user: z.object({ id: z.string(), email: z.string() }),
    orgId: z.string(),
    organizations: z.array(
      z.object({ id: z.string(), name: z.string(), plan: z.string(), role: z.string() }),
    ),
  }),
  // Hashing is expensive, so a caller who would wait too long is refused before the body is read.
  precheck: async ({ app }) => app.passwords.assertRoom(),
  async handler({ app, caller }, { email, password, orgId }) {
    const { accounts, guesses } = app.system
    const client = app.addressName(caller.address)
    const guess = { account: app.accountName(email), address: client, at: app.now() }
    const user = await accounts.findUser(email)
    const judge = async () => {
      const matches = await app.passwords.verify(user?.password_hash, password)
      const organizations = user && matches ? await accounts.memberships(user.id) : []
      const organization = orgId ? organizations.find(({ id }) => id === orgId) : organizations[0]
      return organization && { organization, organizations }
    }
    const tell = () => tellGuesses({ app, caller }, user)
    const found = await limitGuesses(guesses, guess, judge, tell)
    if (!user || !found) {
      // The address that was tried is not logged, because people type their password there, too.
      const tried = user ? { userId: user.id } : {}
      app.log.warn({ requestId: caller.requestId, client, ...tried }, 'sign-in refused')
      throw wrong()
    }
    const { organization, organizations } = found
    const now = app.now()
    const token = mintToken('session')
    const session = {
      id: newId('ses', now),
      token_hash: hashToken(token),
      user_id: user.id,
      org_id: organization.id,
      created_at: now,
      last_seen_at: now,
      expires_at: now + SESSION_LIFE_MS,
    }
    const passwordHash = user.password_hash
    const line = {
      org_id: organization.id,
      ...auditRow({
        action: 'session.create',
        target: { type: 'session', id: session.id },
        actor: { type: 'user', id: user.id },
        requestId: caller.requestId,
        at: now,
      }),
    }
    const isOpen = await accounts.addSession(session, { most: MAX_SESSIONS, passwordHash }, [line])
    // The password was changed while this one was checked.
    if (!isOpen) throw wrong()
    return {
      token,
      expiresAt: iso(now + SESSION_LIFE_MS),
      user: { id: user.id, email: user.email },
      orgId: organization.id,
      organizations,
    }
  },
})

const wrong = (): ServiceError =>
  new ServiceError('INVALID_CREDENTIAL', 'Email address or password is wrong')
