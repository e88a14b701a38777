import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { numberSource } from '../../../domain/statistics/number-source.ts'
import { CitationTrial } from '../../../testing/citation-trial.ts'
import { postToolCall } from '../../../testing/mcp-post.ts'
import { estimateTokens } from '../../../lib/text/estimate-tokens.ts'
import { SEED } from '../../../testing/seed.ts'
import type { CitationsAnswer } from './citations-answer.ts'

const ADDRESSES = [
  'https://example.com/a',
  'https://www.example.com/a/?utm_source=openai',
  'https://docs.example.com/b',
  'https://rival.example/x',
  'https://shop.rival.example/y',
  'https://other.co.uk/1',
  'https://blog.other.co.uk/2',
  'https://example.com.evil.io/',
]
const OWN_PAGES = ['https://example.com/a', 'https://docs.example.com/b']
const BRAND = {
  names: ['Acme'],
  competitors: [
    { name: 'Rival', domains: ['rival.example'] },
    { name: 'Nobody', domains: ['nobody.example'] },
  ],
}

let trial: CitationTrial

beforeAll(async () => {
  trial = await CitationTrial.start()
})

beforeEach(async () => {
  await trial.begin('enterprise')
  const { session: token, siteId } = trial
  await trial.app.api('PUT', `/sites/${siteId}`, { token, body: { brand: BRAND } })
})

afterAll(() => trial[Symbol.asyncDispose]())

async function read(query = ''): Promise<CitationsAnswer> {
  const { body } = await trial.call('GET', query)
  if (body.error) throw new Error(body.error.message)
  // @NOTE the route's own schema says so.
  return body.data as unknown as CitationsAnswer
}

/** An answer that the engine of the test gave. */
interface Said {
  question: string
  run: number
  cites: string[]
  names: string[]
}

describe('what the Citation Monitor says of a site', () => {
  it('is what a recount of all answers finds, without branded and invented ones', async () => {
    const random = numberSource(SEED)
    const said: Said[] = []
    let run = 0
    trial.engine.script = (question) => {
      const cites = ADDRESSES.filter(() => random() < 0.4).toSorted(() => random() - 0.5)
      const names = ['Acme', 'Rival'].filter(() => random() < 0.5)
      said.push({ question, run, cites, names })
      return { text: `It depends. ${names.join(' and ')}`, cites }
    }
    await trial.addQueries(6)
    await trial.call('POST', '/queries', { text: 'Is Acme any good?' })
    for (; run < 5; run += 1) await trial.run({ engines: ['compatible', 'fake'], replicas: 2 })
    const answers = said.filter(({ question }) => !question.includes('Acme'))
    const part = (holds: (one: Said) => boolean) => answers.filter(holds).length

    const found = await read('?range=7d')
    const { citation_rate: rate, mention_rate: named, citation_checks: checks } = found.summary
    expect(answers).toHaveLength(60)
    expect(checks?.value).toBe(60)
    expect(rate?.numerator).toBe(part(({ cites }) => cites.some(isOwn)))
    expect(named?.numerator).toBe(part(({ names }) => names.includes('Acme')))
    const positions = answers.map(({ cites }) => distinct(cites).findIndex(isOwn) + 1)
    expect(found.summary['avg_position']?.value).toBeCloseTo(mean(positions.filter(Boolean)), 9)
    expect(found.summary['source_share']).toMatchObject({
      numerator: answers.flatMap(({ cites }) => distinct(cites).filter(isOwn)).length,
      denominator: answers.flatMap(({ cites }) => distinct(cites)).length,
    })
    const isRival = (url: string) => /\brival\.example/.test(url)
    expect(found.competitors).toMatchObject([
      {
        name: 'Rival',
        cited: part(({ cites }) => cites.some(isRival)),
        mentioned: part(({ names }) => names.includes('Rival')),
      },
      { name: 'Nobody', cited: 0, mentioned: 0, checkId: null },
    ])
    expect(Object.fromEntries(found.sources.map(({ domain, answers: n }) => [domain, n]))).toEqual({
      'rival.example': part(({ cites }) => cites.some(isRival)),
      'other.co.uk': part(({ cites }) => cites.some((url) => url.includes('other.co.uk'))),
      'evil.io': part(({ cites }) => cites.some((url) => url.includes('evil.io'))),
    })
    expect(Object.fromEntries(found.ownPages.map(({ url, answers: n }) => [url, n]))).toEqual(
      Object.fromEntries(
        OWN_PAGES.map((page) => [page, part(({ cites }) => distinct(cites).includes(page))]),
      ),
    )
    expect(found.volatility.comparisons).toBe(24)
    expect(found.volatility.value).toBeCloseTo(volatilityOf(answers), 9)
    expectWhole(found, answers)
    await expectEachQuery(found, answers)
    const key = await trial.app.key(trial.org, ['citations:read'])
    const tool = await postToolCall(trial.app, 'data', key, 'get_citations', {
      site: trial.siteId,
      range: '7d',
    })
    const [whole] = tool.structuredContent?.rows ?? []
    expect(whole?.slice(0, 4)).toEqual([
      'all',
      'example.com',
      60,
      Number(rate?.value?.toPrecision(4)),
    ])
  })

  it('fits what a model reads, and says how many queries there are', async () => {
    const records = Array.from({ length: 120 }, (_, i) => ({ text: `${'花'.repeat(290)} ${i}` }))
    await trial.call('POST', '/queries/import', { records })
    trial.engine.script = () => ({
      text: '花の色は。'.repeat(2_000),
      cites: Array.from({ length: 40 }, (_, i) => ({
        url: `https://example.com/${'%E8%8A%B1'.repeat(200)}${i}`,
        title: '花'.repeat(300),
      })),
    })
    await trial.run()
    expect(await read('?range=7d')).toMatchObject({ queries: 120, byQuery: { length: 100 } })
    const key = await trial.app.key(trial.org, ['citations:read'])
    const tool = await postToolCall(trial.app, 'data', key, 'get_citations', { site: trial.siteId })
    expect(estimateTokens(JSON.stringify(tool))).toBeLessThan(8_000)
    expect(tool.content[0]?.text).toMatch(/\b\d+ of 120 queries/)
    const [check] = (await trial.call('GET', '/checks?limit=1')).body.data as unknown as [object]
    const shown = await postToolCall(trial.app, 'publisher', key, 'get_citation_check', {
      site: trial.siteId,
      checkId: Reflect.get(check, 'id'),
    })
    expect(estimateTokens(JSON.stringify(shown))).toBeLessThan(8_000)
    expect(shown.content[0]?.text).toMatch(/\d+ of 40 sources/)
  })

  it('tells of no page as new or lost where one of the ranges has no answer', async () => {
    await trial.addQueries(1)
    await trial.run()
    expect(await read('?range=7d')).toMatchObject({ newPages: null, lostPages: null })
    trial.app.clock.advance({ hours: 24 * 7 })
    trial.session = await trial.app.session(trial.org)
    const later = await read('?range=7d')
    expect(later).toMatchObject({ newPages: null, lostPages: null })
    expect(later.notes.join()).not.toContain('changed between the ranges')
    trial.engine.script = () => ({ cites: ['https://example.com/other'] })
    await trial.run()
    expect(await read('?range=7d')).toMatchObject({
      newPages: ['https://example.com/other'],
      lostPages: ['https://example.com/tides'],
    })
  })
})

/** Compares each query, and the answer that proves it, with the answers that the engine gave. */
async function expectEachQuery(
  { byQuery }: CitationsAnswer,
  answers: readonly Said[],
): Promise<void> {
  for (const { text, citationRate, checkId } of byQuery) {
    const own = answers.filter(({ question }) => question === text)
    const proof = (await trial.call('GET', `/checks/${checkId}`)).body.data
    expect(proof).toMatchObject({
      query: { text },
      cited: own.some(({ cites }) => cites.some(isOwn)),
    })
    expect(citationRate).toMatchObject({
      numerator: own.filter(({ cites }) => cites.some(isOwn)).length,
      denominator: own.length,
    })
  }
}

/** Compares the numbers that are not sums over answers: the coverage, and the score. */
function expectWhole(found: CitationsAnswer, answers: readonly Said[]): void {
  const { citation_rate: rate, mention_rate: named } = found.summary
  const positions = answers.map(({ cites }) => distinct(cites).findIndex(isOwn) + 1)
  const questions = (of: readonly Said[]) => new Set(of.map(({ question }) => question)).size
  expect(found.coverage).toMatchObject({
    numerator: questions(answers.filter(({ cites }) => cites.some(isOwn))),
    denominator: questions(answers),
  })
  expect(found.engineCoverage).toEqual({ value: 1, numerator: 1, denominator: 1 })
  const ranks = positions.map((position) => (position === 0 ? 0 : 1 / position))
  expect(found.visibility.score).toBeCloseTo(
    50 * (rate?.value ?? 0) + 30 * (named?.value ?? 0) + 20 * mean(ranks),
    3,
  )
}

const pageOf = (url: string): string =>
  url.replace('://www.', '://').replace('/?utm_source=openai', '')
const isOwn = (url: string): boolean => OWN_PAGES.includes(pageOf(url))
const distinct = (urls: readonly string[]): string[] => [...new Set(urls.map(pageOf))]
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const domainOf = (url: string): string =>
  new URL(url).hostname
    .split('.')
    .slice(url.includes('co.uk') ? -3 : -2)
    .join('.')

/** Computes the mean of 1 − |both| / |either| of the domains of a question, from each run to the next. */
function volatilityOf(answers: readonly Said[]): number {
  const domains = (question: string, run: number) =>
    new Set(
      answers
        .filter((one) => one.question === question && one.run === run)
        .flatMap(({ cites }) => cites.map(domainOf)),
    )
  const steps = [...new Set(answers.map(({ question }) => question))].flatMap((question) =>
    [1, 2, 3, 4].map((run) => [domains(question, run - 1), domains(question, run)] as const),
  )
  return mean(
    steps.map(([before, after]) => {
      const both = [...before].filter((domain) => after.has(domain)).length
      return 1 - both / (before.size + after.size - both)
    }),
  )
}
