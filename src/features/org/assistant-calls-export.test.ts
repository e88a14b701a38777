import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { readCsv } from '../../testing/read-csv.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

interface Call extends Record<string, unknown> {
  tool: string
  outcome: string
}

let app: TestApp
let org: TestOrg
let session: string
let key: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { ASSISTANT_CALLS_MAX: '6' } })
  org = await app.org('business')
  session = await app.session(org)
  const body = { scopes: ['*'], name: '=cmd|calc' }
  const made = await app.api('POST', '/keys', { token: session, body })
  key = String(made.body.data['key'])
  await app.site(key)
  await askTool(app, 'data', 'list_sites', key, {})
  await askTool(app, 'publisher', 'get_account', key, {})
  await askTool(app, 'data', 'get_overview', key, { site: 'nowhere.example' })
  await app.app.services.assistantCalls.flush()
  // The clock of a test stands still, so no call takes any time.
  onFile(app, (file) => {
    const slow = 'UPDATE assistant_call SET duration_us = ?, outcome = ? WHERE tool = ?'
    file.prepare(slow).run(1_500_000, 'UNAVAILABLE', 'get_account')
    file.prepare(slow).run(999, 'ok', 'list_sites')
  })
})

afterAll(() => app[Symbol.asyncDispose]())

const list = async (query = '') => {
  const { body, status } = await app.api('GET', `/org/assistant-calls${query}`, { token: session })
  return { ...body, status, calls: body.data as unknown as Call[] }
}
const toolsOf = (calls: readonly Call[]) => calls.map(({ tool }) => tool)
const open = async (query: string) => {
  const response = await fetch(`${app.url}/api/v1/org/assistant-calls${query}`, {
    headers: { authorization: `Bearer ${session}` },
  })
  return { response, text: await response.text() }
}

describe('what assistants called', () => {
  it.each([
    ['server=data', ['get_overview', 'list_sites']],
    ['server=publisher', ['get_account']],
    ['server=nothing', []],
    ['client=sdk', ['get_overview', 'get_account', 'list_sites']],
    ['client=claude', []],
    ['outcomeClass=ok', ['list_sites']],
    ['outcomeClass=refused', ['get_overview']],
    ['outcomeClass=failed', ['get_account']],
    ['outcomeClass=refused&outcome=NOT_FOUND', ['get_overview']],
    ['minMilliseconds=1', ['get_account']],
    ['minMilliseconds=1500', ['get_account']],
    ['minMilliseconds=1501', []],
    ['minMilliseconds=0&server=data&tool=list_sites', ['list_sites']],
  ])('is filtered by %s', async (query, wanted) => {
    expect(toolsOf((await list(`?${query}`)).calls)).toEqual(wanted)
  })

  it.each([
    'client=netscape',
    'outcomeClass=bad',
    'outcomeClass=ok&outcome=NOT_FOUND',
    'minMilliseconds=-1',
    'minMilliseconds=1.5',
    'format=xml',
  ])('refuses %s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(422)
  })
})

describe('the file of what assistants called', () => {
  it('has the same calls as NDJSON, whole or from a cursor on', async () => {
    const { calls } = await list()
    const { response, text } = await open('?format=ndjson')
    expect(response.headers.get('content-disposition')).toContain('citable-assistant-calls.ndjson')
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(calls)
    const page = await open('?format=ndjson&limit=2')
    expect(page.text).toBe(`${lines[0]}\n${lines[1]}\n`)
    const cursor = page.response.headers.get('x-next-cursor')
    expect((await open(`?format=ndjson&cursor=${cursor}`)).text).toBe(`${lines[2]}\n`)
    expect((await list(`?cursor=${cursor}`)).calls).toEqual(calls.slice(2))
  })

  it('has columns as CSV, filtered as the list is, in which no name is a formula', async () => {
    const [head, row, ...rest] = readCsv((await open('?format=csv&server=publisher')).text)
    expect(rest).toEqual([])
    expect(head).toContain('keyName')
    expect(row?.[head?.indexOf('keyName') ?? 0]).toBe("'=cmd|calc")
    expect(row?.[head?.indexOf('milliseconds') ?? 0]).toBe('1500')
  })

  it('is for admins with a session, and answers errors as the list does', async () => {
    for (const token of [key, await app.session(org, 'editor')]) {
      const { status } = await app.api('GET', '/org/assistant-calls?format=csv', { token })
      expect(status).toBe(403)
    }
    expect((await open('?format=csv&keyId=key_nowhere')).response.status).toBe(404)
  })
})

describe('the record of calls', () => {
  it('keeps so many of an organization, the newest, and those of others as they are', async () => {
    const other = await app.org('business')
    const otherKey = await app.key(other)
    await askTool(app, 'data', 'list_sites', otherKey, {})
    for (let i = 0; i < 7; i++) await askTool(app, 'data', 'list_sites', key, {})
    await app.app.services.assistantCalls.flush()
    const { maintenance } = app.app.services
    maintenance.hourly()
    await maintenance.onIdle()
    expect(toolsOf((await list()).calls)).toEqual(Array.from({ length: 6 }, () => 'list_sites'))
    maintenance.hourly()
    await maintenance.onIdle()
    expect((await list()).calls).toHaveLength(6)
    const { body } = await app.api('GET', '/org/assistant-calls', {
      token: await app.session(other),
    })
    expect(body.data).toHaveLength(1)
  })
})
