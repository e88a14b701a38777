import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { describeActions, describeMatch } from './describe-rule.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())

async function rule(site: string, body: Arguments): Promise<string> {
  const answer = await app.api('POST', `/rules/${site}`, { token: key, body })
  expect(answer.body.error).toBeNull()
  app.clock.advance({ ms: 1 })
  return String(answer.body.data.id)
}

const list = (args: Arguments, token = key) => askTool(app, 'publisher', 'list_rules', token, args)

it('list_rules shows the rules of a site as a table, in their order', async () => {
  const site = await app.site(key, { domain: 'one.example' })
  const a = await rule(site, {
    name: 'Blog',
    match: { path: '/blog/**', wordCount: { gte: 300 }, not: { tag: 'old' } },
    actions: {
      setTemplates: [{ kind: 'ask', template: 'Read {{url}}, then answer: {{question}}' }],
      requireReview: false,
      vars: { audience: 'beginners' },
    },
  })
  const b = await rule(site, { name: 'Rest, "all"', stop: true, enabled: false })
  const { text, structured } = await list({ site: 'one.example' })
  expect(structured['rows']).toEqual([
    [
      a.slice(-6),
      1_000,
      'Blog',
      'yes',
      'path=/blog/** wordCount>=300 not(tag=old)',
      'setTemplates=ask requireReview=false vars=audience',
      'no',
      0,
    ],
    [b.slice(-6), 2_000, 'Rest, "all"', 'no', 'every page', '', 'yes', 0],
  ])
  expect(text.replaceAll(/untrusted-[0-9a-f]{12}/g, 'untrusted')).toBe(
    `# site one.example · 2 rows · complete · untrusted text in name, match, actions
<untrusted>
id,position,name,enabled,match,actions,stop,hits_30d
${a.slice(-6)},1000,Blog,yes,path=/blog/** wordCount>=300 not(tag=old),setTemplates=ask requireReview=false vars=audience,no,0
${b.slice(-6)},2000,"Rest, ""all""",no,every page,,yes,0
</untrusted>`,
  )
})

it('list_rules comes page by page', async () => {
  const site = await app.site(key, { domain: 'two.example' })
  const made = []
  for (let i = 0; i < 5; i++) made.push(await rule(site, { name: `Rule ${i}`, stop: true }))
  const seen: unknown[] = []
  let cursor: unknown
  do {
    const { structured } = await list({ site, limit: 2, ...(cursor !== undefined && { cursor }) })
    seen.push(...(structured['rows'] as string[][]).map(([id]) => id))
    cursor = structured['nextCursor'] ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(made.map((id) => id.slice(-6)))
})

it('a rule is fetched by the id that lists show, and by the whole one', async () => {
  const site = await app.site(key, { domain: 'four.example' })
  const id = await rule(site, { name: 'Short', stop: true })
  const read = async (name: string, token = key) =>
    (await askTool(app, 'publisher', 'fetch', token, { id: `rule:${name}` })).text
  expect(await read(id)).toContain('Short')
  expect(await read(id.slice(-6))).toContain('Short')
  const other = await app.key(await app.org('self_hosted'))
  for (const name of [id, id.slice(-6)]) {
    expect(await read(name, other)).toMatch(/^NOT_FOUND/)
  }
  for (const name of ['%', '______', id.slice(-5), id.slice(-7)]) {
    expect(await read(name)).toMatch(/^NOT_FOUND/)
  }
})

it('an id that lists show of two rules is that of neither', async () => {
  const site = await app.site(key, { domain: 'five.example' })
  const ids = [
    await rule(site, { name: 'First', stop: true }),
    await rule(site, { name: 'Second', stop: true }),
  ]
  const alike = ids.map((id) => `${id.slice(0, -6)}000000`)
  onFile(app, (file) => {
    const rename = file.prepare('UPDATE prompt_rule SET id = ? WHERE id = ?')
    for (const [i, id] of ids.entries()) rename.run(alike[i], id)
  })
  const read = async (name: string) =>
    (await askTool(app, 'publisher', 'fetch', key, { id: `rule:${name}` })).text
  expect(await read(alike[1] ?? '')).toContain('Second')
  expect(await read('000000')).toMatch(/^NOT_FOUND/)
})

it('list_rules needs rules:read', async () => {
  const site = await app.site(key, { domain: 'three.example' })
  const org = await app.org('self_hosted')
  const { text, isError } = await list({ site }, await app.key(org, ['sites:read']))
  expect([isError, text]).toEqual([true, expect.stringMatching(/^INSUFFICIENT_SCOPE.*rules:read/s)])
})

it('list_rules cuts what is long, and keeps each rule on one line', () => {
  const any = Array.from({ length: 20 }, (_, i) => ({ titleContains: `${'tea\n'.repeat(30)}${i}` }))
  const match = describeMatch({ any })
  expect(match.length).toBeLessThanOrEqual(240)
  expect(match).toMatch(/^any\(titleContains=tea tea .*…$/)
  const actions = describeActions({ prepend: '🫖'.repeat(150), setTargets: ['chatgpt', 'claude'] })
  expect(actions).toMatch(/^prepend=🫖+.*… setTargets=chatgpt\+claude$/u)
  expect(actions.isWellFormed()).toBe(true)
})
