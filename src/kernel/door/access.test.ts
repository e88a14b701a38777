import { describe, expect, it } from 'vitest'
import { authorise, type Access } from './access.ts'
import type { Principal } from './principal.ts'

const CLOSED: readonly Access[] = [
  { by: 'scope', anyOf: ['sites:read'] },
  { by: 'session', role: 'viewer' },
]
const LINKED: Access = { by: 'link', anyOf: ['sites:read'] }

describe('a principal of a kind that belongs to no organization', () => {
  it.each(CLOSED)('is not let in by $by', (access) => {
    const partner = { kind: 'partner', orgId: 'org_1', scopes: new Set(['sites:read']) } as const
    // @ts-expect-error there is no such kind yet
    const letIn = () => authorise(access, partner)
    expect(letIn).toThrow('Send a credential')
  })
})

describe('a link', () => {
  const rights = {
    orgId: 'org_1',
    plan: 'business',
    scopes: new Set(['sites:read'] as const),
    siteIds: undefined,
  } as const
  const grant = { keyId: 'key_1', siteId: 'site_1', madeAt: 0, query: {} }
  const link = { kind: 'link', ...rights, keyId: 'key_1', grant } as const
  const others: readonly Principal[] = [
    { kind: 'anonymous' },
    { kind: 'key', ...rights, keyId: 'key_1' },
    { kind: 'session', ...rights, sessionId: 'ses_1', userId: 'usr_1', role: 'owner' },
    { kind: 'operator', ...rights },
  ]

  it.each(CLOSED)('opens nothing that takes $by', (access) => {
    expect(() => authorise(access, link)).toThrow('Send a credential')
  })

  it.each(others)('opens what $kind does not', (principal) => {
    expect(authorise(LINKED, link)).toBe(link)
    expect(() => authorise(LINKED, principal)).toThrow('Open the whole link')
  })

  it('needs what its key needed', () => {
    expect(() => authorise(LINKED, { ...link, scopes: new Set() })).toThrow('lacks sites:read')
    expect(() => authorise(LINKED, { ...link, plan: 'pro' })).toThrow('plan')
  })
})
