import { expect, it } from 'vitest'
import { isPublicSuffix } from './registrable-domain.ts'

it('tells suffixes from domains', () => {
  const suffixes = ['github.io', 'co.uk', 'com', 'xn--p1ai', 'vercel.app']
  const domains = ['foo.github.io', 'example.co.uk', 'example.com', '192.0.2.1', '[2001:db8::1]']
  expect([...suffixes, ...domains].filter(isPublicSuffix)).toEqual(suffixes)
})
