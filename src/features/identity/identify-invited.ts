import type { AccountRow } from '../../../db/system/account-row.ts'
import { invalidField, ServiceError } from '../../kernel/door/errors.ts'
import type { PublicContext } from '../../kernel/door/operation.ts'
import { NewPassword } from './person-inputs.ts'
import type { Principal } from '../../kernel/door/principal.ts'
import { limitGuesses } from './limit-guesses.ts'

/**
 * The person who accepts an invitation: one who has a proven account (known), one whose address the link proves
 * (proven), or one who has only the link, which somebody gave them (unproven).
 */
export interface Invited {
  user: AccountRow
  as: 'known' | 'proven' | 'unproven'
}

/** The address that an invitation is for, and whether its link came by mail. */
interface Invitation {
  email: string
  isMailed: boolean
}

/**
 * Finds the person who accepts an invitation. A link that was in an answer says nothing of the address, since an admin
 * may have read it: it opens a proven account only together with the password or a session of that account. Otherwise
 * it makes another account, whether there is a proven one or not, with the same work. Throws INVALID_CREDENTIAL for a
 * wrong password of the account of a mailbox, and VALIDATION_FAILED where a password is missing or too short.
 */
export async function identifyInvited(
  ctx: PublicContext,
  { email, isMailed }: Invitation,
  password: string | undefined,
): Promise<Invited> {
  const { app, principal } = ctx
  const accounts = await app.system.accounts.accountsOf(email)
  const created_at = app.now()
  const proven = accounts.find(({ unproven_org_id }) => unproven_org_id === null)
  const known = proven && { user: { ...proven, created_at }, as: 'known' as const }
  if (known && isSignedIn(principal, known.user)) return known
  const account = { email, hash: proven?.password_hash, userId: proven?.id }
  if (isMailed && known) {
    await assertPassword(ctx, { ...account, password: sentPassword(password) })
    return known
  }
  const wanted = newPassword(password)
  const isKnown = !isMailed && (await isPasswordOf(ctx, { ...account, password: wanted }))
  if (isKnown && known) return known
  return makeAccount(
    ctx,
    { email, isMailed },
    { password: wanted, like: accounts[0]?.password_hash },
  )
}

const isSignedIn = (principal: Principal, { id }: AccountRow): boolean =>
  principal.kind === 'session' && principal.userId === id

async function assertPassword(...of: Parameters<typeof isPasswordOf>): Promise<void> {
  if (await isPasswordOf(...of)) return
  throw new ServiceError('INVALID_CREDENTIAL', 'The password is wrong')
}

async function makeAccount(
  { app }: PublicContext,
  { email, isMailed }: Invitation,
  { password, like }: { password: string; like: string | undefined },
): Promise<Invited> {
  const password_hash = await app.passwords.hash(password, like)
  const user = { id: app.newId('usr'), email, password_hash, created_at: app.now() }
  return { user, as: isMailed ? 'proven' : 'unproven' }
}

function newPassword(password: string | undefined): string {
  const wanted = 'Set a password of 12 to 256 characters, or send that of your account'
  if (password === undefined) throw invalidField('password', 'required', wanted)
  const { success, data } = NewPassword.safeParse(password)
  if (!success) throw invalidField('password', 'too_small', wanted)
  return data
}

function sentPassword(password: string | undefined): string {
  if (password !== undefined) return password
  throw invalidField('password', 'required', 'Send the password of your account, or sign in')
}

/**
 * A password for an address, and the account that it is compared with; `hash` and `userId` are undefined where there is
 * no account.
 */
interface Guess {
  email: string
  password: string
  hash: string | undefined
  userId: string | undefined
}

/**
 * True where a password is that of an account. It takes the same time where there is no account, and each wrong
 * password counts as a guess.
 */
async function isPasswordOf(
  { app, caller }: PublicContext,
  { email, hash, password, userId }: Guess,
): Promise<boolean> {
  const guess = {
    account: app.accountName(email),
    address: app.addressName(caller.address),
    at: app.now(),
    userId,
  }
  const isRight = await limitGuesses(
    app.system.guesses,
    guess,
    async () => ((await app.passwords.verify(hash, password)) ? true : undefined),
    // Only a proven account is compared, so a right password is that of the person of the address.
    { isOfAddress: () => true },
  )
  return isRight === true
}
