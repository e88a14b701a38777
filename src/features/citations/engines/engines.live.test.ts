import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CITATION_ENGINES } from '../../../domain/citations/engines.ts'
import { systemResolve } from '../../../net/guarded-connector.ts'
import { readConfig } from '../../../server/config.ts'
import { givenEngineSettings } from '../../../testing/given-engine-settings.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { askableEngines } from './askable-engines.ts'

// These tests ask each vendor whose key is in the environment, once: `npm run live:engines`.

const environment = givenEngineSettings()
const { accounts } = readConfig({ ENV_FILE: 'none', ...environment }).engines
const keyed = CITATION_ENGINES.filter((engine) => accounts.has(engine))

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ environment, resolve: systemResolve })
})

afterAll(() => app[Symbol.asyncDispose]())

const QUESTION = {
  text: 'Which espresso grinders do reviewers recommend this year, and why?',
  country: 'US',
  language: 'en',
}

it('engines without a key are left out', async () => {
  const { context } = app.app.services
  const engines = await askableEngines(context, context.tenant((await app.org()).id))
  expect(engines.map(({ engine }) => engine).filter((engine) => engine !== 'fake')).toEqual(keyed)
})

describe.each(keyed)('%s', (name) => {
  it('answers a question, and says what it stands on or that it did not search', async () => {
    const { context } = app.app.services
    const engines = await askableEngines(context, context.tenant((await app.org()).id))
    const engine = engines.find(({ engine: one }) => one === name)
    const answer = await engine?.ask(QUESTION, AbortSignal.timeout(120_000))
    expect(answer?.text).toMatch(/grind/i)
    expect(['ok', 'sources_missing']).toContain(answer?.state)
    const sources = [...(answer?.cited ?? []), ...(answer?.retrieved ?? [])]
    expect(sources.length > 0).toBe(answer?.state === 'ok' && answer.retrieval === 'searched')
  })
})
