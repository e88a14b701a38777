import { describe, expect, it } from 'vitest'
import { parsedEntries } from '../../testing/parsed-entries.ts'
import { addressNeeds, CONNECT_CLIENT_IDS, connectClient } from './connect-clients.ts'
import { KEY_VARIABLE } from './connect-target.ts'

const KEY = 'ctbk_YOUR_KEY'

const needsOf = (url: string, signsInBy: 'key' | 'oauth'): string =>
  addressNeeds({ name: 'data', url, isKeyed: true }, { signsInBy }).join(' ')

describe('what an address asks of a client', () => {
  it('is nothing where it is https, below a path too', () => {
    expect(needsOf('https://citable.example.com/mcp/data', 'key')).toBe('')
    expect(needsOf('https://example.com/citable/mcp/data', 'oauth')).toBe('')
  })

  it.each(['http://127.0.0.1:8700', 'http://localhost:8700', 'http://[::1]:8700'])(
    'is the same computer for %s, and https for who calls from elsewhere',
    (origin) => {
      expect(needsOf(`${origin}/mcp/data`, 'key')).toContain(`from elsewhere ${origin} is not it`)
      expect(needsOf(`${origin}/mcp/data`, 'oauth')).toMatch(
        /^This server .* no https address; .* PUBLIC_URL /,
      )
    },
  )

  it('is a trusted network for plain http', () => {
    expect(needsOf('http://10.0.0.5/mcp/data', 'key')).toContain('unencrypted to http://10.0.0.5;')
    expect(needsOf('http://127.0.0.1.example.com/mcp/data', 'key')).toContain('unencrypted')
  })
})

describe.each(CONNECT_CLIENT_IDS.filter((id) => connectClient(id).signsInBy === 'key'))(
  '%s',
  (id) => {
    it.each([
      'https://example.com/citable/mcp/data',
      'http://10.0.0.5:8700/mcp/data',
      "https://example.com/a'b;$(id)&`x`\\/mcp/data",
    ])('keeps %s as it is', (url) => {
      const { kind, text } = connectClient(id)
      const targets = [{ name: 'data', url, isKeyed: true }]
      const variables = { [KEY_VARIABLE]: KEY }
      const entries = parsedEntries(id, { kind, text: text(targets, KEY), variables })
      expect(entries).toEqual([{ name: 'citable-data', url, authorization: `Bearer ${KEY}` }])
    })

    it('is given no key where the server needs none', () => {
      const { kind, text } = connectClient(id)
      const url = 'https://example.com/mcp/protocol'
      const pasted = text([{ name: 'protocol', url, isKeyed: false }], KEY)
      expect(pasted).not.toMatch(/key|Authorization|Bearer/i)
      expect(parsedEntries(id, { kind, text: pasted, variables: {} })).toEqual([
        { name: 'citable-protocol', url, authorization: undefined },
      ])
    })
  },
)
