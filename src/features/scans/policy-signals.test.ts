import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

let app: TestApp

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

afterAll(() => app[Symbol.asyncDispose]())

const HOME = page('Home').replace('<head>', '<head><meta name="ask-policy" content="quote=n">')

const sends =
  (headers: Record<string, string>, body = HOME) =>
  (_: unknown, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
  }

const ROBOTS = [
  'User-agent: ChatGPT-User',
  'Disallow: /',
  '',
  'User-agent: *',
  'Content-Signal: search=yes, ai-train=no',
  'Content-Usage: train-ai=n',
].join('\n')

interface Use {
  use: string
  decision: string
  targets: string[]
  layers: { layer: string; decision: string; rule: unknown }[]
}

type Answer = Record<string, unknown> & { byUse: Record<string, Use> }

/** Returns the policy of a site, its uses for one target by their names. */
async function policyOf(site: ScannedSite, target = 'claude'): Promise<Answer> {
  const { data } = (await site.call('GET', `/sites/${site.id}/policy`)).body
  // @NOTE the schema of the answer says so.
  const uses = (data['uses'] as Use[]).filter(({ targets }) => targets.includes(target))
  return { ...data, byUse: Object.fromEntries(uses.map((one) => [one.use, one])) }
}

const warningsOf = ({ result }: Record<string, unknown>) =>
  // @NOTE the schema of a scan says so.
  (result as { warnings: { code: string; count: number }[] }).warnings

describe('what a scan reads beside a policy', () => {
  it('stands with the policy, and decides with it', async () => {
    await using site = await ScannedSite.startOn(app, {
      '/': sends({
        'ask-policy': 'answer=y, summarize=y;max=200',
        'content-usage': 'search=y',
        'tdm-reservation': '1',
      }),
      '/robots.txt': ROBOTS,
    })
    const claude = await policyOf(site)
    expect(claude).toMatchObject({
      url: `${site.web.url}/`,
      signals: {
        robotsTxtChars: ROBOTS.length,
        askPolicy: 'answer=y, summarize=y;max=200',
        askPolicyMeta: 'quote=n',
        contentUsage: 'search=y',
        tdmReservation: '1',
        tdmRepChars: null,
      },
      conflicts: [],
      byUse: {
        answer: { decision: 'allow' },
        summarize: { decision: 'allow', obligations: { maxExcerpt: 200 } },
        quote: { decision: 'deny', layers: [{ layer: 'ask_policy_meta', rule: 'quote=n' }] },
        search: { decision: 'allow' },
        'train-ai': { decision: 'deny' },
      },
    })
    expect(claude.byUse['train-ai']?.layers.map(({ layer }) => layer)).toEqual([
      'robots_content_usage',
      'robots_content_signal',
      'tdmrep',
    ])
    const { byUse } = await policyOf(site, 'chatgpt')
    expect(byUse['answer']).toMatchObject({ decision: 'deny' })
    expect(byUse['answer']?.layers).toContainEqual(
      expect.objectContaining({ layer: 'robots_disallow', rule: 'Disallow: /' }),
    )
  })

  it('is forgotten by a scan that does not find it any more', async () => {
    await using site = await ScannedSite.startOn(app, {
      '/': sends({ 'content-usage': 'train-ai=n' }),
      '/.well-known/tdmrep.json': (_, response) => {
        response.end('[{"location":"/","tdm-reservation":1}]')
      },
    })
    expect(await policyOf(site)).toMatchObject({
      signals: { contentUsage: 'train-ai=n', tdmRepChars: 38 },
    })
    site.web.pages.set('/', page('Home'))
    site.web.pages.delete('/.well-known/tdmrep.json')
    app.clock.advance({ minutes: 1 })
    await site.scan()
    expect(await policyOf(site)).toMatchObject({
      signals: { contentUsage: null, askPolicyMeta: null, robotsTxtChars: null, tdmRepChars: null },
    })
  })

  it('is stored without what databases do not take, and shown as one line', async () => {
    await using site = await ScannedSite.startOn(app, {
      '/': page('Home'),
      '/robots.txt': 'User-agent: *\0\nDisallow: /\u202Esecret\n',
      '/.well-known/tdmrep.json': (_, response) => {
        response.end('"\\ud800\\u0000"')
      },
    })
    const answer = await policyOf(site)
    expect(answer['signals']).toMatchObject({ robotsTxtChars: 33, tdmRepChars: 14 })
  })
})

describe('a policy and signals that say opposite things', () => {
  it('are warnings of the scan, and conflicts of the policy', async () => {
    await using site = await ScannedSite.unscannedOn(app, {
      '/': sends({ 'content-usage': 'train-ai=y' }),
      '/robots.txt': ROBOTS,
    })
    const policy = { rules: [{ allow: ['answer', 'quote'], deny: ['train-ai', 'search'] }] }
    await site.call('PUT', `/sites/${site.id}/policy`, { policy })
    const scan = await site.scan()
    const answer = await policyOf(site)
    expect(answer['conflicts']).toMatchObject([
      { use: 'answer', layer: 'robots_disallow', policy: 'allow', targets: ['chatgpt'] },
      { use: 'quote', layer: 'ask_policy_meta', policy: 'allow' },
      { use: 'quote', layer: 'robots_disallow', policy: 'allow', targets: ['chatgpt'] },
      { use: 'search', layer: 'robots_content_signal', policy: 'deny' },
      { use: 'train-ai', layer: 'content_usage_header', policy: 'deny' },
    ])
    expect(warningsOf(scan)).toContainEqual({ code: 'POLICY_CONFLICT', count: 5 })
    await site.call('PUT', `/sites/${site.id}/policy`, { policy: null })
    expect(warningsOf(await site.scan()).map(({ code }) => code)).not.toContain('POLICY_CONFLICT')
  })
})
