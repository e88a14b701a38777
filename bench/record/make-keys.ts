import { grantOf } from '../../src/testing/oauth-grant.ts'
import type { TestOrg } from '../../src/testing/start-test-app.ts'
import type { World } from './world.ts'

/** Makes keys of several scopes, and some that do not open anything any more. */
export async function makeKeys(
  world: World,
  { org, business }: { org: TestOrg; business: TestOrg },
): Promise<void> {
  const { app, names } = world
  const dunes = names.find('site', 'dunes')
  const make = async (name: string, fields: Readonly<Record<string, unknown>>) => {
    const made = await world.call('owner', 'POST', '/keys', { name, ...fields })
    names.addSecret(name, String(made['key']))
    names.addId(`key:${name}`, String(made['id']))
    return String(made['id'])
  }
  await make('full', { scopes: ['*'] })
  await make('numbers', { scopes: ['analytics:read'] })
  await make('content', { scopes: ['sites:read', 'prompts:read', 'rules:read'] })
  await make('credits', { scopes: ['credits:read'] })
  await make('narrowed', { scopes: ['*'], siteIds: [dunes] })
  await make('elsewhere', { scopes: ['*'], allowedIps: ['192.0.2.0/24'] })
  await make('expired', { scopes: ['*'], expiresAt: '2026-11-20T12:30:00.000Z' })
  const revoked = await make('revoked', { scopes: ['*'] })
  await world.call('owner', 'DELETE', `/keys/${revoked}`)
  app.clock.advance({ seconds: 1 })
  const grant = await grantOf(app, org, { resource: '/mcp/data' })
  names.addSecret('assistant', grant.token)
  names.addId('key:assistant', grant.keyId)
  app.clock.advance({ seconds: 1 })
  names.addSecret('lantern-key', await app.key(business))
  app.clock.advance({ seconds: 1 })
  names.addSecret('other', await app.key(org, ['citations:read']))
  app.clock.set('2026-11-20T13:00:00.000Z')
}
