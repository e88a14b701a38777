import { describe, expect, it } from 'vitest'
import { readVectors } from '../../testing/protocol-vectors.ts'
import { askPolicyOfMeta, findManifest, type ElementAttributes } from './find-manifest.ts'

interface DiscoveryVector {
  readonly id: string
  readonly page?: Parameters<typeof findManifest>[0]
  readonly metas?: readonly ElementAttributes[]
  readonly expect: unknown
}

describe('the discovery vectors', () => {
  const { vectors } = readVectors<DiscoveryVector>('discovery')

  it.each(vectors)('are found in $id', ({ page, metas = [], expect: expected }) => {
    const found = page ? findManifest(page) : { askPolicy: askPolicyOfMeta(metas) ?? null }
    expect(found ?? null).toEqual(expected)
  })
})
