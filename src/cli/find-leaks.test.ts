import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withWrongChecksum } from '../testing/credential-matrix.ts'
import { findLeaks } from './find-leaks.ts'
import {
  LEAK_PATTERN,
  maskToken,
  mintToken,
  type TokenFamily,
} from '../kernel/credentials/tokens.ts'

const FAMILIES: readonly TokenFamily[] = [
  'key',
  'session',
  'partner',
  'oauthAccess',
  'oauthRefresh',
  'oauthCode',
  'oneTime',
]

/** Finds leaks in a file that comes in parts of `partBytes` bytes. */
async function leaksIn(file: Buffer | string, partBytes = 65_536) {
  const bytes = Buffer.from(file)
  async function* parts() {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes)
  }
  const found = []
  for await (const leak of findLeaks(parts())) found.push(leak)
  return found
}

it('credentials of every family are found, each once, masked, with their line', async () => {
  const tokens = FAMILIES.map((family): [TokenFamily, string] => [family, mintToken(family)])
  const file = tokens.map(([, token]) => `const secret = "${token}"; // ünïcode\n`).join('\n')
  const wanted = tokens.map(([family, token], i) => {
    return { line: 1 + 2 * i, family, masked: maskToken(token) }
  })
  for (const partBytes of [1, 7, 53, 54, 55, 128, 65_536]) {
    expect(await leaksIn(file, partBytes)).toEqual(wanted)
  }
})

it('what has the form and not the checksum is none, nor is a part of a longer word', async () => {
  const token = mintToken('key')
  const odd = [withWrongChecksum(token), `${token}A`, `x${token}`, `_${token}`, token.slice(0, -1)]
  for (const partBytes of [1, 54, 65_536])
    expect(await leaksIn(odd.join('\n'), partBytes)).toEqual([])
})

it('one is found at both ends of a file, twice where it stands twice, and in UTF-16', async () => {
  const token = mintToken('session')
  expect(await leaksIn(token, 10)).toHaveLength(1)
  expect(await leaksIn(`${token} ${token}`, 10)).toHaveLength(2)
  const wide = Buffer.from(`\uFEFFkey: ${token}\r\n`, 'utf16le')
  expect(await leaksIn(wide, 11)).toMatchObject([{ line: 1, masked: maskToken(token) }])
  expect(await leaksIn('')).toEqual([])
})

it('the rule for gitleaks in SECURITY.md is the one that keys are found by', () => {
  const [, rule = ''] = /```toml\n([^]*?)```/.exec(readFileSync('SECURITY.md', 'utf8')) ?? []
  const [, regex] = /^regex = '''(.*)'''$/m.exec(rule) ?? []
  expect(regex).toBe(LEAK_PATTERN.source)
  const [, keywords = ''] = /^keywords = \[(.*)\]$/m.exec(rule) ?? []
  const prefixes = FAMILIES.map((family) => `"${mintToken(family).slice(0, 5)}"`)
  expect(keywords.split(', ').toSorted(byText)).toEqual(prefixes.toSorted(byText))
})

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
