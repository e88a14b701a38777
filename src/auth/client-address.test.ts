import { expect, it } from 'vitest'
import { bytesInUse } from '../testing/bytes-in-use.ts'
import { ClientAddressResolver } from './client-address.ts'

const CLIENTS = 4_000
const JUNK_CHARS = 8_000

it.each([
  ['before an address', (i: number) => `, 2001:db8:1:2::${i.toString(16)}`],
  ['in place of an address', String],
])('what a client sent is not kept: %s', (_, last) => {
  const resolver = new ClientAddressResolver('1', Buffer.alloc(32))
  const before = bytesInUse()
  for (let i = 0; i < CLIENTS; i++) {
    const header = Buffer.from('y'.repeat(JUNK_CHARS) + last(i)).toString()
    resolver.pseudonym(resolver.clientAddress('127.0.0.1', header))
  }
  expect(bytesInUse() - before).toBeLessThan((CLIENTS * JUNK_CHARS) / 4)
  expect(resolver.clientAddress('127.0.0.1', 'x, 2001:db8::1')).toBe('2001:db8::1')
})
