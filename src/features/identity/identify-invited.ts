import { invalidField, ServiceError } from '../../kernel/errors.ts'
import type { PublicContext } from '../../kernel/operation.ts'
import { NewPassword } from '../../kernel/person-inputs.ts'
import { limitGuesses } from './limit-guesses.ts'

/** The person who accepts an invitation, and whether their account is still to be made. */
export interface Invited {
  user: { id: string; email: string; password_hash: string; created_at: number }
  isNew: boolean
}

/**
 * Finds out who accepts: nobody but the person of the invited address. Throws INVALID_CREDENTIAL for a wrong password, and
 * VALIDATION_FAILED where one is missing or, of somebody new, too short.
 */
export async function identifyInvited(
  ctx: PublicContext,
  email: string,
  password: string | undefined,
): Promise<Invited> {
  const { app, principal } = ctx
  const known = await app.system.accounts.findUser(email)
  const created_at = app.now()
  if (!known) {
    const password_hash = await app.passwords.hash(newPassword(password))
    return { user: { id: app.newId('usr'), email, password_hash, created_at }, isNew: true }
  }
  const isSignedIn = principal.kind === 'session' && principal.userId === known.id
  if (!isSignedIn) await assertPassword(ctx, known, password)
  return { user: { ...known, created_at }, isNew: false }
}

function newPassword(password: string | undefined): string {
  const missing = 'Set a password of 12 to 256 characters'
  if (password === undefined) throw invalidField('password', 'required', missing)
  const { success, data } = NewPassword.safeParse(password)
  if (!success) throw invalidField('password', 'too_small', missing)
  return data
}

async function assertPassword(
  { app, caller }: PublicContext,
  user: { id: string; email: string; password_hash: string },
  password: string | undefined,
): Promise<void> {
  if (password === undefined) {
    throw invalidField('password', 'required', 'Send the password of your account, or sign in')
  }
  const guess = {
    account: app.accountName(user.email),
    address: app.addressName(caller.address),
    at: app.now(),
    userId: user.id,
  }
  const isRight = await limitGuesses(app.system.guesses, guess, async () =>
    (await app.passwords.verify(user.password_hash, password)) ? true : undefined,
  )
  if (!isRight) throw new ServiceError('INVALID_CREDENTIAL', 'The password is wrong')
}
