import { describe, expect, it } from 'vitest'
import { readAsk } from '../ask/read-ask.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { readPolicy } from '../policy/read-policy.ts'
import { buildLink, type BuiltLink, type LinkQuestion } from './build-link.ts'
import { readVectors } from '../../testing/protocol-vectors.ts'

interface LinkVector extends Omit<LinkQuestion, 'ask' | 'policy'> {
  readonly id: string
  readonly ask: string | object
  readonly policy?: string
  readonly expect: Readonly<Record<string, unknown>>
}

const { documents, vectors } = readVectors<LinkVector>('links')

const documentOf = (value: unknown) => (typeof value === 'string' ? documents[value] : value)

function build({ ask, policy, ...others }: LinkVector): BuiltLink {
  const read = readAsk(documentOf(ask))
  const rules = policy === undefined ? undefined : readPolicy(documentOf(policy))
  if (!read.ok || rules?.ok === false) throw new Error('A vector has a document that is wrong')
  const compiled = rules && compilePolicy(rules.value)
  return buildLink({ ...others, ask: read.value, policy: compiled })
}

/** Returns the facts of an answer that a vector may expect. */
function facts(built: BuiltLink): Record<string, unknown> {
  const rules = 'findings' in built ? [...new Set(built.findings.map(({ ruleId }) => ruleId))] : []
  const { kind } = built
  if (kind === 'refused') {
    const { reason } = built
    return reason === 'render' ? { kind, reason, error: built.error } : { kind, reason, rules }
  }
  const { href, prompt, submits, mobile, decision, app } = built
  const octets = new TextEncoder().encode(href).length
  return { kind, href, prompt, submits, mobile, decision, app: app ?? null, octets, rules }
}

describe('the link vectors', () => {
  it.each(vectors)('are built or refused in $id', (vector) => {
    const { begins = '', ends = '', ...expected } = vector.expect
    const found = facts(build(vector))
    expect(found).toMatchObject(expected)
    expect(String(found['href']).startsWith(String(begins))).toBe(true)
    expect(String(found['href']).endsWith(String(ends))).toBe(true)
  })
})
