import { newId } from '../domain/ids.ts'
import type { TestApp } from './start-test-app.ts'

export const PERSON_PASSWORD = 'a long enough passphrase'
/** The hash of the password of all people, since making a hash takes as long as twenty requests. */
let passwordHash: string | undefined

/** Makes the owner of a new organization, who signs in with `PERSON_PASSWORD`. */
export async function addPerson(
  app: TestApp,
): Promise<{ email: string; orgId: string; userId: string }> {
  const { context, database } = app.app.services
  const created_at = app.clock.now()
  const [orgId, id] = [newId('org', created_at), newId('usr', created_at)]
  const email = `${id}@example.com`
  passwordHash ??= await context.passwords.hash(PERSON_PASSWORD)
  await database.accounts.createOwner({
    organization: { id: orgId, name: 'Anna’s', plan: 'pro', created_at },
    user: { id, email, password_hash: passwordHash, created_at },
  })
  return { email, orgId, userId: id }
}
