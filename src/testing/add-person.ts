import { newId } from '../domain/ids.ts'
import type { TestApp } from './start-test-app.ts'

export const PERSON_PASSWORD = 'a long enough passphrase'

/** Makes the owner of a new organization, who signs in with `PERSON_PASSWORD`. */
export async function addPerson(
  app: TestApp,
): Promise<{ email: string; orgId: string; userId: string }> {
  const { context, database } = app.app.services
  const created_at = app.clock.now()
  const [orgId, id] = [newId('org', created_at), newId('usr', created_at)]
  const email = `${id}@example.com`
  await database.accounts.createOwner({
    organization: { id: orgId, name: 'Anna’s', plan: 'pro', created_at },
    user: { id, email, password_hash: await context.passwords.hash(PERSON_PASSWORD), created_at },
  })
  return { email, orgId, userId: id }
}
