import { grantOf } from './oauth-grant.ts'
import type { TestApp } from './start-test-app.ts'

/**
 * Returns the id of a thing that only the caller of a session has. The word `current` stands for their session, and
 * `granted` for a grant that they made just now. Any other word is an id.
 */
export async function ownId(app: TestApp, word: string, token: string): Promise<string> {
  if (word === 'current') return currentSession(app, token)
  if (word === 'granted') return newGrant(app, token)
  return word
}

async function currentSession(app: TestApp, token: string): Promise<string> {
  const { body } = await app.api('GET', '/auth/sessions', { token })
  // @NOTE the list's own schema; another shape fails the call that is made with it.
  const sessions = body.data as unknown as { id: string; current: boolean }[]
  return sessions.find(({ current }) => current)?.id ?? ''
}

async function newGrant(app: TestApp, token: string): Promise<string> {
  const { body } = await app.api('GET', '/auth/session', { token })
  // @NOTE the route's own schema; another shape fails the call that is made with it.
  const { user, organization } = body.data as Record<'user' | 'organization', { id: string }>
  return (await grantOf(app, { id: organization.id, userId: user.id })).keyId
}
