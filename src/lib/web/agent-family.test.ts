import { expect, it } from 'vitest'
import { agentFamily } from './agent-family.ts'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['<script>', undefined],
  ['x'.repeat(100_000), undefined],
  [undefined, undefined],
])('a user agent such as %j is told as %j', (userAgent, family) => {
  expect(agentFamily(userAgent)).toBe(family)
})
