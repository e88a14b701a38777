import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { botName } from './bots.ts'

const WEBKIT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

describe('botName', () => {
  it('says nothing about the browsers of people', () => {
    expect(botName(PHONE)).toBeUndefined()
    expect(
      botName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    ).toBeUndefined()
    expect(
      botName(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      ),
    ).toBeUndefined()
  })

  it.each([
    [`${WEBKIT}; compatible; GPTBot/1.2; +https://openai.com/gptbot)`, 'GPTBot'],
    [`${WEBKIT}); compatible; ChatGPT-User/1.0; +https://openai.com/bot`, 'ChatGPT-User'],
    [`${WEBKIT}); compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot`, 'OAI-SearchBot'],
    [`${WEBKIT}; compatible; Claude-User/1.0; +Claude-User@anthropic.com)`, 'Claude-User'],
    [
      `${WEBKIT}; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
      'PerplexityBot',
    ],
    [`${WEBKIT}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`, 'bingbot'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.31.0', 'python-requests'],
  ])('names %s', (userAgent, name) => {
    expect(botName(userAgent)).toBe(name)
  })

  it('calls a bot without a known name other', () => {
    expect(botName('node')).toBe('other')
  })

  it('calls a missing user agent none', () => {
    expect([botName(undefined), botName(''), botName('  ')]).toEqual(['none', 'none', 'none'])
  })

  it('calls a user agent of more than 1,000 characters other', () => {
    expect(botName(PHONE.padEnd(1_000))).toBeUndefined()
    expect(botName(PHONE.padEnd(1_001))).toBe('other')
  })

  it('gives the same answer when asked again, also after many other user agents', () => {
    for (let i = 0; i < 2_500; i += 1) botName(`${PHONE} Build/${i}`)
    expect([botName(PHONE), botName(PHONE)]).toEqual([undefined, undefined])
    expect([botName('curl/8.5.0'), botName('curl/8.5.0')]).toEqual(['curl', 'curl'])
  })

  it('uses short labels for every crawler in the list', () => {
    const list = createRequire(import.meta.url)('crawler-user-agents') as { instances: string[] }[]
    const names = new Set(list.flatMap(({ instances }) => instances).map(botName))
    const badNames = [...names].filter((name) => name !== undefined && !/^.{1,60}$/u.test(name))
    expect(badNames).toEqual([])
    expect(names.size).toBeGreaterThan(1_000)
  })
})
