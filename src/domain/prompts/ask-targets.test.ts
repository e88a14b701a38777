import { expect, it } from 'vitest'
import { ASK_TARGET_IDS, urlBytes } from './ask-targets.ts'

/** Percent-encodes as RFC 6570 does in simple expansion. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

it.each(['Read “Tides”, please!', "(a) b*c 'd' ~e_f.g-h", '潮の満ち引き 🌊', 'é'])(
  'urlBytes measures the address of %s',
  (text) => {
    const { claude, 'duck-ai': duck } = urlBytes(text, ['claude', 'duck-ai'])
    expect(claude).toBe(`https://claude.ai/new?q=${encoded(text)}`.length)
    expect(duck).toBe(`https://duckduckgo.com/?q=${encoded(text)}&ia=chat&duckai=1`.length)
  },
)

it('urlBytes measures the offered targets, and leaves out those without an address', () => {
  expect(Object.keys(urlBytes('x', null))).toEqual([
    'chatgpt',
    'claude',
    'perplexity',
    'google-ai-mode',
    'grok',
    'mistral',
  ])
  expect(Object.keys(urlBytes('x', ['gemini', 'kagi', 'nosuch', 'claude']))).toEqual([
    'kagi',
    'claude',
  ])
  expect(urlBytes('', null)).toEqual({})
})

it('ASK_TARGET_IDS have the form that rules may name', () => {
  expect(ASK_TARGET_IDS.every((id) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(id))).toBe(true)
})
