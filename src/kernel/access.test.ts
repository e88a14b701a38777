import { describe, expect, it } from 'vitest'
import { authorise, type Access } from './access.ts'

const CLOSED: readonly Access[] = [
  { by: 'scope', anyOf: ['sites:read'] },
  { by: 'session', role: 'viewer' },
]

describe('a principal of a kind that belongs to no organization', () => {
  it.each(CLOSED)('is not let in by $by', (access) => {
    const partner = { kind: 'partner', orgId: 'org_1', scopes: new Set(['sites:read']) } as const
    // @ts-expect-error there is no such kind yet
    const letIn = () => authorise(access, partner)
    expect(letIn).toThrow('Send a credential')
  })
})
