import { newId } from '../../src/domain/ids.ts'
import type { TestOrg } from '../../src/testing/start-test-app.ts'
import type { World } from './world.ts'

export const WORLD_PASSWORD = 'a long enough passphrase'

interface Organizations {
  org: TestOrg
  business: TestOrg
  free: TestOrg
}

/** Signs in people of each role, invites others, and adds two who have a password. */
export async function makePeople(
  world: World,
  { org, business, free }: Organizations,
): Promise<void> {
  const { app, names } = world
  // This session is ended by a request, and is not the one that asks.
  await world.signIn('second', org)
  await world.signIn('owner', org)
  await world.signIn('admin', org, 'admin')
  await world.signIn('editor', org, 'editor')
  await world.signIn('viewer', org, 'viewer')
  await world.signIn('leaving', org, 'viewer')
  await world.signIn('lantern', business)
  await world.signIn('pebble', free)
  names.addId('usr:owner', org.userId)
  await addPerson(world, org, 'anna')
  await addPerson(world, org, 'carl')
  for (const email of ['first@guests.example', 'second@guests.example']) {
    await world.call('owner', 'POST', '/org/invitations', { email, role: 'viewer' })
  }
  const invited = await world.call('owner', 'POST', '/org/invitations', {
    email: 'third@guests.example',
    role: 'editor',
  })
  names.addSecret('invitation', String(invited['link']).split('#')[1] ?? '')
  await app.changePlan(business, 'business')
}

async function addPerson({ app, names }: World, org: TestOrg, name: string): Promise<void> {
  const { context, database } = app.app.services
  app.clock.advance({ seconds: 1 })
  const now = app.clock.now()
  const id = newId('usr', now)
  names.addId(`usr:${name}`, id)
  await database.accounts.addMember(
    {
      id,
      email: `${name}@people.example`,
      password_hash: await context.passwords.hash(WORLD_PASSWORD),
      created_at: now,
    },
    { org_id: org.id, user_id: id, role: 'editor' },
  )
}
