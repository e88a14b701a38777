import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { askTool } from '../../../testing/ask-tool.ts'
import { CitationTrial } from '../../../testing/citation-trial.ts'

const OWN = 'https://tides.example/tables'
const OWN_BLOG = 'https://blog.tides.example/slack'
const RIVAL = 'https://ebb.example/best'
const OTHER = 'https://guides.test/tides'

const BRAND = {
  names: ['Tide Table'],
  competitors: [
    { name: 'Ebb', domains: ['ebb.example'], aliases: ['Ebb & Co'] },
    { name: 'Flow', domains: ['flow.example'], aliases: [] },
  ],
}

let trial: CitationTrial

beforeAll(async () => {
  trial = await CitationTrial.start()
})

afterAll(() => trial[Symbol.asyncDispose]())

beforeEach(async () => {
  await trial.begin('business', { domain: 'tides.example', name: 'Tide Table' })
  const { app, session, siteId } = trial
  await app.api('PUT', `/sites/${siteId}`, { token: session, body: { brand: BRAND } })
})

/** Makes later requests use a key, since a session ends before a month does. */
async function useKey(): Promise<void> {
  trial.session = await trial.app.key(trial.org)
}

/** The members of the route's answer that the tests read. */
interface Answer {
  summary: Record<string, { value: number | null; numerator: number; denominator: number }>
  states: Record<string, number>
  byEngine: { engine: string; checks: number }[]
  byQuery: { id: string; text: string; checks: number; checkId: string | null }[]
  ownPages: { url: string; answers: number }[]
  sources: { domain: string; owner: string; answers: number }[]
  competitors: { name: string; cited: number; mentioned: number; checkId: string | null }[]
  newPages: string[]
  lostPages: string[]
  volatility: { value: number | null; comparisons: number }
  runs: { id: string }[]
  notes: string[]
}

const read = async (query = ''): Promise<Answer> =>
  (await trial.call('GET', query)).body.data as unknown as Answer
const list = async <T>(path: string): Promise<T[]> =>
  (await trial.call('GET', path)).body.data as unknown as T[]

it('counts what answers cite and name, each check once', async () => {
  await trial.addQueries(4)
  trial.engine.script = (question) => {
    const said = {
      'Question 0?': { text: 'Tide Table says so; Ebb too.', cites: [OTHER, OWN, OWN, RIVAL] },
      'Question 1?': { text: 'Ebb & Co. knows.', cites: [RIVAL, `${RIVAL}?utm_source=x`] },
      'Question 2?': { text: 'Tide Tables are many.', cites: [OWN_BLOG] },
      'Question 3?': { text: '', cites: [] },
    }[question]
    return said ?? {}
  }
  await trial.run()
  const { summary, states, sources, ownPages, competitors, byQuery } = await read()
  expect(states).toMatchObject({ ok: 3, no_answer: 1 })
  expect(summary['citation_rate']).toMatchObject({ numerator: 2, denominator: 3 })
  expect(summary['mention_rate']).toMatchObject({ numerator: 1, denominator: 3 })
  expect(summary['sov_citation']).toMatchObject({ numerator: 2, denominator: 4 })
  expect(summary['source_share']).toMatchObject({ numerator: 2, denominator: 5 })
  expect(summary['avg_position']?.value).toBe(1.5)
  expect(sources.map(({ domain, answers }) => [domain, answers])).toEqual([
    ['ebb.example', 2],
    ['guides.test', 1],
  ])
  expect(ownPages.map(({ url }) => url)).toEqual([OWN_BLOG, OWN])
  expect(competitors.map(({ name, cited, mentioned }) => [name, cited, mentioned])).toEqual([
    ['Ebb', 2, 2],
    ['Flow', 0, 0],
  ])
  // The query that cites the site least is first.
  expect(byQuery.map(({ checks }) => checks)).toEqual([1, 1, 1])
  expect(byQuery[0]?.text).toBe('Question 1?')
})

it('sets a range beside the one before, and names the pages that came and went', async () => {
  await useKey()
  await trial.addQueries(1)
  trial.engine.script = () => ({ text: 'So.', cites: [OWN] })
  await trial.run()
  trial.app.clock.advance({ hours: 24 * 28 })
  trial.engine.script = () => ({ text: 'So.', cites: [OWN_BLOG] })
  await trial.run()
  expect(await read()).toMatchObject({ newPages: [OWN_BLOG], lostPages: [OWN] })
  expect(await read('?compare=none')).toMatchObject({ newPages: null, lostPages: null })
  expect((await read()).volatility).toEqual({ value: null, comparisons: 0 })
})

it('leaves out branded queries, unless one is asked for by its id', async () => {
  await trial.addQueries(1)
  await trial.call('POST', '/queries', { text: 'Is Tide Table free?' })
  trial.engine.script = () => ({ text: 'Yes.', cites: [OWN] })
  await trial.run()
  const { summary, notes, byQuery } = await read()
  expect(summary['citation_checks']?.value).toBe(1)
  expect(byQuery.map(({ text }) => text)).toEqual(['Question 0?'])
  expect(notes.join()).toContain('questions that name the brand are left out')
  const queries = await list<{ id: string; branded: boolean }>('/queries')
  const branded = queries.find((query) => query.branded)
  expect((await read(`?queryId=${branded?.id}`)).summary['citation_checks']?.value).toBe(1)
  expect((await read('?branded=true')).summary['citation_checks']?.value).toBe(1)
  expect(await list('/checks?cited=true')).toHaveLength(summary['citation_rate']?.numerator ?? 0)
  expect(await list(`/checks?queryId=${branded?.id}`)).toHaveLength(1)
  expect(await list('/checks?branded=true')).toHaveLength(1)
})

it('calls no page new where nothing was asked before', async () => {
  await trial.addQueries(1)
  trial.engine.script = () => ({ text: 'So.', cites: [OWN] })
  await trial.run()
  expect(await read()).toMatchObject({ newPages: null, lostPages: null })
})

it('keeps invented answers apart', async () => {
  await trial.addQueries(3)
  const run = await trial.run({ engines: ['fake'] })
  expect(await list(`/checks?runId=${String(run['id'])}`)).toHaveLength(3)
  expect((await read()).summary['citation_checks']?.value).toBe(0)
  expect(await list('/checks')).toEqual([])
  const invented = await read('?engine=fake')
  expect(invented.byEngine.map(({ engine }) => engine)).toEqual(['fake'])
  expect(await list('/checks?engine=fake')).toHaveLength(3)
  expect((await read()).notes.join()).toContain('only invented answers are here')
  expect(invented.notes.join()).toContain('answers of the engine fake are invented')
  expect(await list('/suggestions')).toEqual([])
})

it('finds a tag in whatever case and with whatever blanks it is written', async () => {
  await trial.call('POST', '/queries', { text: 'How high is it?', tags: ['How  To'] })
  await trial.run({ tags: ['HOW to'] })
  for (const path of ['/checks', '/queries']) {
    expect(await list(`${path}?tag=%20How%20%20to`)).toHaveLength(1)
  }
  expect((await read('?tag=HOW%20%20TO')).summary['citation_checks']?.value).toBe(1)
})

it('has all answers in a range of all, though no reader has come, and in a run that is named', async () => {
  await trial.addQueries(2)
  await useKey()
  const run = await trial.run()
  trial.app.clock.advance({ hours: 24 * 40 })
  expect((await read('?range=all')).summary['citation_checks']?.value).toBe(2)
  expect(await list(`/checks?runId=${String(run['id'])}`)).toHaveLength(2)
  expect(await list('/checks')).toEqual([])
  const path = `/analytics/${trial.siteId}/timeseries?metrics=citation_checks&range=all&interval=month`
  const { body } = await trial.app.api('GET', path, { token: trial.session })
  expect(body.data['totals']).toEqual({ citation_checks: 2 })
})

it('lists the answers behind a number, and each with its citations marked', async () => {
  await trial.addQueries(2)
  trial.engine.script = (question) => ({
    text: 'Tides follow the moon.',
    cites: question === 'Question 0?' ? [OTHER, OWN] : [RIVAL],
  })
  await trial.run()
  const cited = await list<{ id: string; query: { text: string } }>('/checks?cited=true')
  expect(cited.map(({ query }) => query.text)).toEqual(['Question 0?'])
  const check = (await trial.call('GET', `/checks/${cited[0]?.id}`)).body.data
  expect(check).toMatchObject({
    position: 2,
    answer: { text: 'Tides follow the moon.', marked: 'Tides follow the moon. [1] [2]' },
    sources: [
      { url: OTHER, position: 1, owner: 'other', spans: [[0, 22]] },
      { url: OWN, position: 2, owner: 'own' },
    ],
  })
  const winners = await list('/sources')
  expect(winners).toMatchObject([
    {
      query: { text: 'Question 1?' },
      missed: 1,
      domain: 'ebb.example',
      competitor: 'Ebb',
      wins: 1,
    },
  ])
  const other = await trial.call('GET', '/checks/chk_none')
  expect(other.status).toBe(404)
})

it('says of an answer how its engine was asked, and what of it could not be read', async () => {
  await trial.addQueries(1)
  const lost = { url: OWN, title: 'Tables', end_index: 5_000 }
  trial.engine.script = () => ({ cites: [lost, RIVAL, 'ftp://ebb.example/'] })
  await trial.run()
  const [listed] = await list<{ id: string }>('/checks')
  const check = (await trial.call('GET', `/checks/${listed?.id}`)).body.data
  expect(check).toMatchObject({
    model: 'tide-1',
    setup: 'chat completions, no tool',
    answer: { dropped: { addresses: 1, spans: 1 } },
    sources: [{ url: OWN, spans: [] }, { url: RIVAL }],
  })
  await useKey()
  const { app, session, siteId } = trial
  const args = { site: siteId, checkId: listed?.id }
  const told = await askTool(app, 'publisher', 'get_citation_check', session, args)
  expect(JSON.parse(told.text)).toMatchObject({
    setup: 'chat completions, no tool',
    notes: [
      'asked over the API, which answers otherwise than the app',
      'left out as no sources: 1 address',
      'left out as of no text: 1 place of citations',
    ],
  })
})

it('writes checks as a file, all of them behind each other', async () => {
  await trial.addQueries(40)
  await trial.run()
  const { app, session, siteId } = trial
  const load = async (format: string) => {
    const path = `${app.url}/api/v1/citations/${siteId}/checks?format=${format}`
    const answer = await fetch(path, { headers: { authorization: `Bearer ${session}` } })
    return (await answer.text()).trim().split(/\r?\n/)
  }
  const csv = await load('csv')
  expect(csv).toHaveLength(41)
  expect(csv[0]).toMatch(/^id,at,run_id,query_id,query,branded,engine/)
  const lines = await load('ndjson')
  expect(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(40)
})

it('says that no answer has what a filter names, where others have', async () => {
  await trial.addQueries(1)
  await trial.run()
  const ask = async (value: string) => {
    const filters = JSON.stringify([{ dimension: 'model', values: [value] }])
    const path = `/analytics/${trial.siteId}/ai?metrics=citation_rate&filters=${encodeURIComponent(filters)}`
    const { body } = await trial.app.api('GET', path, { token: trial.session })
    return {
      rate: (body.data['totals'] as Record<string, number | null>)['citation_rate'],
      notes: String(body.data['notes']),
    }
  }
  expect(await ask('tide-1')).toMatchObject({ rate: 0 })
  expect(await ask('tide-0')).toMatchObject({
    rate: null,
    notes: expect.stringContaining('that has what the filters name'),
  })
})

it.each([
  ['?engine=Abacus', 422],
  ['?range=whenever', 422],
  ['?tag=never-given', 422],
  ['/sources?tag=never-given', 422],
  ['?queryId=cq_none', 404],
  ['/checks?runId=run_none', 404],
  ['/checks?state=fine', 422],
  ['/sources?perQuery=0', 422],
])('refuses %s', async (path, status) => {
  expect((await trial.call('GET', path)).status).toBe(status)
})

it('answers a model in four calls: more than last month, by whom, for what, and who instead', async () => {
  const { app, org, siteId } = trial
  const key = await app.key(org, ['citations:read'])
  await trial.addQueries(6)
  trial.engine.script = (question) => ({
    text: 'So.',
    cites: question === 'Question 5?' ? [RIVAL] : [OWN],
  })
  await useKey()
  await trial.run()
  app.clock.advance({ hours: 24 * 28 })
  await trial.run()
  const ask = (server: string, tool: string, args: object) =>
    askTool(app, server, tool, key, { site: siteId, ...args })
  const whole = await ask('data', 'get_citations', { range: '28d', engine: null })
  expect(whole.isError).toBe(false)
  const { columns, rows, notes } = whole.structured as {
    columns: string[]
    rows: (string | number | null)[][]
    notes: string[]
  }
  const cell = (row: (string | number | null)[] | undefined, name: string) =>
    row?.[columns.indexOf(name)]
  const all = rows.find(([part]) => part === 'all')
  expect(cell(all, 'citation_rate')).toBeCloseTo(5 / 6, 3)
  expect(notes.join('\n')).toMatch(/citation_rate 0\.8333 before: /)
  const queries = rows.filter(([part]) => part === 'query')
  expect(queries).toHaveLength(6)
  const rival = rows.find(([part, name]) => part === 'competitor' && name === 'Ebb')
  const winners = await ask('publisher', 'list_citation_sources', {})
  expect(winners.text).toContain('ebb.example')
  const proof = await ask('publisher', 'get_citation_check', { checkId: cell(rival, 'check') })
  expect(proof.text).toContain(RIVAL)
})
