import { describe, expect, it } from 'vitest'
import { compilePolicy, evaluatePolicy, exportPolicy, readPolicy } from '../index.ts'
import { readVectors } from '../../testing/protocol-vectors.ts'

interface Vector {
  readonly id: string
}

interface DecisionVector extends Vector {
  readonly policy: string
  readonly target: string
  readonly use: string
  readonly url: string
  readonly expect: object
}

interface ReadVector extends Vector {
  readonly read: unknown
  readonly expect: {
    readonly ok: boolean
    readonly problems?: readonly { path: string; code: string }[]
    readonly value?: object
  }
}

const { vectors, documents } = readVectors<DecisionVector | ReadVector>('policy')

/** Reads a document that must be a policy. */
function policyOf(document: unknown) {
  const read = readPolicy(document)
  if (!read.ok) throw new Error(read.problems.map(({ path, message }) => path + message).join())
  return read.value
}

describe('evaluatePolicy', () => {
  const asked = vectors.filter((vector): vector is DecisionVector => 'policy' in vector)

  it.each(asked.map((vector) => [vector.id, vector] as const))(
    'decides vector %s',
    (_, { policy, target, use, url, expect: expected }) => {
      const compiled = compilePolicy(policyOf(documents[policy]))
      expect(evaluatePolicy(compiled, { target, use, url })).toEqual(expected)
    },
  )

  it('takes rules in every order alike, save what ranks equal', () => {
    const site = policyOf(documents['site'])
    const reversed = { ...site, rules: site.rules.toReversed() }
    for (const { policy, target, use, url, expect: expected } of asked) {
      if (policy !== 'site') continue
      const { rule: _rule, ...rest } = evaluatePolicy(compilePolicy(reversed), { target, use, url })
      expect(expected).toMatchObject(rest)
    }
  })
})

describe('readPolicy', () => {
  const read = vectors.filter((vector): vector is ReadVector => 'read' in vector)

  it.each(read.map((vector) => [vector.id, vector] as const))(
    'reads vector %s',
    (_, { read: document, expect: expected }) => {
      const found = readPolicy(document)
      const problems = found.ok
        ? undefined
        : found.problems.map(({ path, code }) => ({ path, code }))
      expect({
        ok: found.ok,
        ...(problems === undefined ? {} : { problems }),
        ...(expected.value === undefined ? {} : { value: found.ok && found.value }),
      }).toEqual(expected)
    },
  )

  it.each([
    ['rules', { rules: Array.from({ length: 501 }, () => ({})) }, 'rules', 'too_many'],
    [
      'patterns',
      { rules: Array.from({ length: 2 }, () => ({ path: Array(501).fill('/') })) },
      'rules',
      'too_many',
    ],
    ['tokens', { rules: [{ deny: Array(51).fill('quote') }] }, 'rules[0].deny', 'too_many'],
    ['an address', { license: `https://a.example/${'a'.repeat(2_048)}` }, 'license', 'too_long'],
  ])('bounds %s, and says so', (_, document, path, code) => {
    const found = readPolicy(document)
    expect(found.ok ? [] : found.problems).toEqual([
      { path, code, message: expect.stringMatching(/^Give at most/) },
    ])
  })

  it('tells a hundred problems of a document with more', () => {
    const found = readPolicy({ rules: [{ path: Array(900).fill(1) }] })
    expect(found.ok ? 0 : found.problems.length).toBe(100)
  })
})

interface ExportVector extends Vector {
  readonly policy: unknown
  readonly expect: object
}

describe('exportPolicy', () => {
  it.each(readVectors<ExportVector>('export').vectors.map((one) => [one.id, one] as const))(
    'writes vector %s',
    (_, { policy, expect: expected }) => {
      expect(exportPolicy(policyOf(policy))).toEqual(expected)
    },
  )
})
