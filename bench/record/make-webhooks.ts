import { addAttempt } from '../../src/testing/add-attempt.ts'
import type { TestOrg } from '../../src/testing/start-test-app.ts'
import { HOOK_URL, type World } from './world.ts'

/** Subscribes a receiver that answers, one that has no address, and one that is paused; and stores an attempt that failed. */
export async function makeWebhooks(world: World, org: TestOrg): Promise<void> {
  const subscribe = async (name: string, fields: Readonly<Record<string, unknown>>) => {
    const made = await world.call('owner', 'POST', '/webhook-subscriptions', fields)
    world.names.addId(`whk:${name}`, String(made['id']))
    return String(made['id'])
  }
  const heard = await subscribe('heard', {
    url: HOOK_URL,
    events: ['scan.completed', 'site.installed', 'credits.low'],
    description: 'Answers',
  })
  await subscribe('lost', {
    url: 'https://lost.example/hook',
    events: ['scan.failed'],
    siteIds: [world.names.find('site', 'coast')],
  })
  await subscribe('paused', { url: HOOK_URL, events: ['invoice.paid'], paused: true })
  await world.call('owner', 'POST', `/webhook-subscriptions/${heard}/rotate-secret`, {
    overlapHours: 2,
  })
  world.app.clock.advance({ seconds: 1 })
  await addAttempt(world.app, { orgId: org.id, webhookId: heard })
  world.app.clock.advance({ seconds: 1 })
  const coast = world.names.find('site', 'coast') ?? ''
  await world.scan('owner', coast)
}
