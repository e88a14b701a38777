import { describe, expect, it } from 'vitest'
import { verifyLink } from './verify-link.ts'
import { readVectors } from '../../testing/protocol-vectors.ts'

interface VerifyVector {
  readonly id: string
  readonly href: string
  readonly manifest?: { readonly origin: string; readonly document: string }
  readonly now?: string
  readonly expect: Readonly<Record<string, unknown>> & { readonly reports?: readonly string[] }
}

const { documents, vectors } = readVectors<VerifyVector>('verify')

describe('the verify vectors', () => {
  it.each(vectors)('have this status in $id', ({ href, manifest, now, expect: expected }) => {
    const given = manifest && { origin: manifest.origin, document: documents[manifest.document] }
    const found = verifyLink({
      href,
      manifest: given,
      now: now === undefined ? now : Date.parse(now),
    })
    const { reports = [], ...others } = expected
    const rules = found.findings.map(({ ruleId }) => ruleId)
    expect({ ...found, rules }).toMatchObject(others)
    expect(rules).toEqual(expect.arrayContaining([...reports]))
  })

  it('are bounded for huge links', () => {
    const href = `https://chatgpt.com/?q=${'a'.repeat(1_000_000)}`
    expect(verifyLink({ href })).toHaveProperty('status', 'unrecognised')
  })
})
