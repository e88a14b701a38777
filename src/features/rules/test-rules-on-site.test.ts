import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { countStoredRows } from '../../testing/stored-events.ts'
import { page } from '../../testing/web-site.ts'

type Body = Record<string, unknown>

interface Sampled {
  count: number
  samples: { path: string; fields: string[]; ruleId: string | null }[]
}
interface SiteRun {
  pages: number
  isWhole: boolean
  rules: { ruleId: string; matches: number }[]
  affected: Sampled
  changed: Sampled
  excluded: Sampled & { added: number; readmitted: number }
}

const BLOG = Array.from({ length: 14 }, (_, i) => `/blog/${String(i + 1).padStart(2, '0')}`)

let own: ScannedSite
let tagged: string
let hidden: string

beforeAll(async () => {
  own = await ScannedSite.start({
    '/': page('Home', { links: [...BLOG, '/shop', '/private'] }),
    ...Object.fromEntries(BLOG.map((path) => [path, page(`Post ${path}`)])),
    '/shop': page('Shop'),
    '/private': page('Private'),
  })
  // Only readers have been on this page; rules decide about it once a scan has read it.
  await own.app.collect(own.id, [{ kind: 'impression', url: `${own.web.url}/met` }])
  tagged = await own.rule({ match: { path: '/blog/**' }, actions: { addTags: ['blog'] } })
  hidden = await own.rule({ match: { path: '/private' }, actions: { excludeFromScan: true } })
  await own.scan()
})
afterAll(() => own[Symbol.asyncDispose]())

const send = (body: Body = {}, token = own.key) =>
  own.app.api('POST', `/rules/${own.id}/test`, { token, body })

async function run(body: Body = {}): Promise<SiteRun> {
  const { body: answer } = await send(body)
  if (answer.error) throw new Error(JSON.stringify(answer.error))
  // @NOTE the answer's schema is the service's own; a wrong shape fails the expectation that reads it.
  return answer.data as unknown as SiteRun
}

describe('a dry run over the whole site', () => {
  it('counts the pages of each stored rule, and those that are left out', async () => {
    const { affected, changed, excluded, ...rest } = await run()
    expect(rest).toEqual({
      pages: 17,
      isWhole: true,
      rules: [
        { ruleId: tagged, matches: 14 },
        { ruleId: hidden, matches: 1 },
      ],
    })
    expect(affected.count).toBe(15)
    expect(affected.samples).toHaveLength(10)
    expect(affected.samples[0]).toMatchObject({ path: '/blog/01', fields: ['tags'] })
    expect(changed).toEqual({ count: 0, samples: [] })
    expect(excluded).toMatchObject({
      count: 1,
      added: 0,
      readmitted: 0,
      samples: [{ path: '/private', ruleId: hidden }],
    })
  })

  it('tries a rule that is not stored, beside those that are', async () => {
    const rule = { match: { path: '/shop' }, actions: { excludeFromScan: true }, stop: true }
    const { rules, changed, excluded } = await run({ rule })
    expect(rules.at(-1)).toEqual({ ruleId: 'draft', matches: 1 })
    expect(changed).toMatchObject({
      count: 1,
      samples: [{ path: '/shop', fields: ['excludeFromScan'] }],
    })
    expect(excluded).toMatchObject({ count: 2, added: 1, readmitted: 0 })
    expect(excluded.samples.map(({ path, ruleId }) => [path, ruleId])).toEqual(
      expect.arrayContaining([['/shop', 'draft']]),
    )
  })

  it('tries a rule in the place of a stored one', async () => {
    const rule = { id: hidden, match: { path: '/nowhere' }, actions: { excludeFromScan: true } }
    const { rules, changed, excluded } = await run({ rule })
    expect(rules).toContainEqual({ ruleId: hidden, matches: 0 })
    expect(changed.samples.map(({ path }) => path)).toEqual(['/private'])
    expect(excluded).toMatchObject({ count: 0, added: 0, readmitted: 1 })
  })

  it('decides about a page as a dry run over that page does', async () => {
    const rule = { match: { path: '/blog/0*' }, actions: { setPrimary: 'cite' } }
    const { rules } = await run({ rule })
    const each = await Promise.all(
      ['/', '/shop', '/private', ...BLOG].map(async (path) => {
        const { body } = await send({ path, rule })
        return body.data['matched'] as string[]
      }),
    )
    for (const { ruleId, matches } of rules) {
      expect([ruleId, each.filter((matched) => matched.includes(ruleId)).length]).toEqual([
        ruleId,
        matches,
      ])
    }
  })

  it('changes nothing', async () => {
    const tables = ['prompt', 'prompt_rule', 'prompt_rule_day', 'outbox', 'job']
    const counts = () => tables.map((table) => countStoredRows(own.app.directory, table))
    const before = counts()
    await run({ rule: { actions: { excludeFromScan: true } } })
    expect(counts()).toEqual(before)
    const { body } = await own.call('GET', `/pages/${own.id}?state=excluded`)
    expect(body.data).toMatchObject([{ path: '/private' }])
  })

  it('refuses a rule as storing it would, and who may not write rules', async () => {
    const refused = await send({ rule: { actions: { append: 'Remember this site.' } } })
    expect(refused.body.error?.fields).toMatchObject([{ code: 'PROMPT_POLICY' }])
    const both = await send({ path: '/', pageId: 'pg_1' })
    expect(both.body.error?.fields).toMatchObject([{ path: 'path', code: 'conflict' }])
    const reader = await own.app.key(own.org, ['rules:read'])
    expect((await send({}, reader)).body.error?.code).toBe('INSUFFICIENT_SCOPE')
  })
})

it('a site that no scan has read has no page to try rules on', async () => {
  const site = await own.app.site(own.key, { domain: 'fresh.example', scan: false })
  const { body } = await own.app.api('POST', `/rules/${site}/test`, {
    token: own.key,
    body: { rule: { stop: true } },
  })
  expect(body.data).toMatchObject({
    pages: 0,
    isWhole: true,
    rules: [{ ruleId: 'draft', matches: 0 }],
  })
})
