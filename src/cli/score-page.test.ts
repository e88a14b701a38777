import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { page, WebSite } from '../testing/web-site.ts'

let data: DataFolder
let web: WebSite

beforeEach(async () => {
  data = DataFolder.inMemory()
  web = await WebSite.start({
    '/robots.txt': 'User-agent: GPTBot\nDisallow: /\n',
    '/': page('Tide tables'),
  })
})

afterEach(async () => {
  await web[Symbol.asyncDispose]()
  data[Symbol.dispose]()
})

const score = (...words: string[]) =>
  runCli(data.path, ['score', ...words], '', { ALLOW_PRIVATE_NETWORKS: '127.0.0.1' })

describe('citable score', () => {
  it('prints the checks that lose most first, with findings and advice', async () => {
    const { code, out } = await score(web.url)
    expect(code).toBe(0)
    const [head] = out.split('\n')
    expect(head).toMatch(/^http:\S+: \d+ of 100, grade [A-F], level \d of 5$/)
    expect(out).toContain(
      '    Named: GPTBot (1 of 8).\n    GPTBot (OpenAI) is kept out by "Disallow: /" for gptbot\n    → ',
    )
    const lost = [...out.matchAll(/^[✗!] \w\d This page .*\(−([\d.]+)\)$/gm)].map(([, points]) =>
      Number(points),
    )
    expect(lost.length).toBeGreaterThan(3)
    // Only a fault that does harm comes before a fault that loses more points.
    const [first = 0, ...rest] = lost
    expect(first).toBeGreaterThan(0)
    expect(rest.slice(1)).toEqual(rest.slice(1).toSorted((a, b) => b - a))
  })

  it('prints everything as JSON with --json', async () => {
    const { out } = await score(web.url, '--json')
    const { url, score: points, checks } = JSON.parse(out) as Record<string, unknown>
    expect({ url, points }).toEqual({ url: web.url, points: expect.any(Number) })
    expect(checks).toHaveLength(33)
  })

  it('says in one line why there is no score', async () => {
    const closed = await runCli(data.path, ['score', web.url])
    expect(closed.code).not.toBe(0)
    expect(closed.err).toMatch(/^\S.*\n$/)
    expect(web.asked).toEqual([])
  })

  it('stores nothing, and needs no database', async () => {
    expect((await score(web.url)).code).toBe(0)
    expect(readdirSync(data.path)).toEqual([])
  })
})
