import type { Role } from '../kernel/door/principal.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

export interface Joined {
  /** The id as a member. */
  id: string
  userId: string
  email: string
  /** The token of a session. */
  token: string
}

/** Adds a person with a role to an organization and signs them in; for the role owner, it takes the first owner. */
export async function joinOrg(app: TestApp, org: TestOrg, role: Role): Promise<Joined> {
  const owner = await app.session(org)
  const list = async () => {
    const { body } = await app.api('GET', '/org/members?limit=100', { token: owner })
    // @NOTE the list's own schema says so.
    return body.data as unknown as Omit<Joined, 'token'>[]
  }
  const before = new Set((await list()).map(({ id }) => id))
  const token = await app.session(org, role)
  const after = await list()
  const found = after.find(({ id, userId }) =>
    role === 'owner' ? userId === org.userId : !before.has(id),
  )
  if (!found) throw new Error('Nobody joined')
  return { ...found, token }
}
