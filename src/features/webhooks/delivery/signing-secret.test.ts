import { expect, it } from 'vitest'
import { SecretSealer } from '../../../kernel/credentials/secret-sealer.ts'
import { newSigningSecret, openSecrets } from './signing-secret.ts'

const UNTIL = 1_790_000_000_000

function sealed() {
  const sealer = new SecretSealer(Buffer.alloc(32, 1))
  const [current, old] = [newSigningSecret(), newSigningSecret()]
  const row = {
    id: 'whk_1',
    secret: sealer.seal(current, 'whk_1'),
    old_secret: sealer.seal(old, 'whk_1'),
    old_secret_until: UNTIL,
  }
  return { sealer, current, old, row }
}

it('a secret has 32 random bytes behind its prefix, and no two are alike', () => {
  const [first, second] = [newSigningSecret(), newSigningSecret()]
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(first.slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect(second).not.toBe(first)
})

it('two secrets sign until the overlap of a rotation ends', () => {
  const { sealer, current, old, row } = sealed()
  expect(openSecrets(sealer, row, UNTIL - 1)).toEqual({ current, old })
  expect(openSecrets(sealer, row, UNTIL)).toEqual({ current, old: undefined })
  const never = { ...row, old_secret: null, old_secret_until: null }
  expect(openSecrets(sealer, never, 0)).toEqual({ current, old: undefined })
})

it('nothing signs where a secret that counts cannot be opened', () => {
  const { sealer, current, row } = sealed()
  expect(openSecrets(new SecretSealer(Buffer.alloc(32, 2)), row, 0)).toBeUndefined()
  const broken = { ...row, old_secret: 'v1.AAAA' }
  expect(openSecrets(sealer, broken, UNTIL - 1)).toBeUndefined()
  expect(openSecrets(sealer, broken, UNTIL)).toEqual({ current, old: undefined })
})
