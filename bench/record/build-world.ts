import { makeLinkToken } from '../../src/testing/one-time-links.ts'
import { fillSites } from './fill-sites.ts'
import { makeKeys } from './make-keys.ts'
import { makePeople } from './make-people.ts'
import { makeWebhooks } from './make-webhooks.ts'
import type { Plan } from '../../src/kernel/plan/plans.ts'
import type { TestOrg } from '../../src/testing/start-test-app.ts'
import { World } from './world.ts'

/** Starts a service with the same data in every run; only ids and credentials differ. */
export async function buildWorld(): Promise<World> {
  const world = await World.start()
  const { app, names } = world
  const found = async (name: string, plan: Plan, title: string): Promise<TestOrg> => {
    app.clock.advance({ seconds: 1 })
    const org = await app.org(plan, title)
    names.addId(`org:${name}`, org.id)
    return org
  }
  const org = await found('coast', 'enterprise', 'Coast Tea')
  const business = await found('lantern', 'business', 'Lantern')
  const free = await found('pebble', 'free', 'Pebble')
  await world.signIn('ended', org)
  app.clock.set('2026-11-20T12:00:00.000Z')
  await makePeople(world, { org, business, free })
  await fillSites(world)
  await makeKeys(world, { org, business })
  await makeWebhooks(world, org)
  // A link for a lost password does not open for long.
  names.addSecret('reset', await makeLinkToken(app, 'reset', names.find('usr', 'carl')))
  await world.settle()
  names.survey()
  return world
}
