import { newId } from '../domain/ids.ts'
import type { Role } from '../kernel/door/principal.ts'
import { onFile } from './credential-matrix.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

/** Makes a person who exists already a member of a further organization. */
export function addMembership(
  app: TestApp,
  { id }: Pick<TestOrg, 'id'>,
  { userId, role }: { userId: string; role: Role },
): void {
  const now = app.clock.now()
  onFile(app, (file) =>
    file
      .prepare('INSERT INTO member (id, org_id, user_id, role, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(newId('mem', now), id, userId, role, now),
  )
}
