import { afterAll, beforeAll, expect, it } from 'vitest'
import { gemini } from '../../../testing/engine-answers.ts'
import { EngineApp } from '../../../testing/engine-app.ts'

/** The number of addresses made so far, so that each page of an answer has an address that was never seen before. */
let made = 0
const resting = (...domains: readonly string[]) =>
  gemini.candidate([{ text: 'Tides follow the moon.' }], {
    webSearchQueries: ['tides'],
    groundingChunks: domains.map((domain) =>
      gemini.web(
        domain,
        `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${made++}`,
      ),
    ),
    groundingSupports: domains.map((_, i) => ({
      segment: { startIndex: 0, endIndex: 5 },
      groundingChunkIndices: [i],
    })),
  })

let parts: EngineApp

beforeAll(async () => {
  parts = await EngineApp.start()
})

afterAll(() => parts[Symbol.asyncDispose]())

it('pages that an engine names by another address in each answer are in no list of pages', async () => {
  const { app, wire } = parts
  const token = await app.key(parts.org)
  const site = await app.site(token, { domain: 'tides.example' })
  const call = async (method: string, path: string, body?: object) =>
    (await app.api(method, `/citations/${site}${path}`, { token, ...(body && { body }) })).body.data
  await call('POST', '/queries', { text: 'How high is the tide?' })
  for (const answer of [resting('tides.example', 'ebb.example'), resting('ebb.example')]) {
    app.clock.advance({ hours: 24 * 28 })
    wire.next(answer)
    await call('POST', '/runs', { engines: ['gemini'] })
    await app.app.services.jobs.onIdle()
  }
  app.clock.advance({ hours: 1 })

  expect(await call('GET', '?range=28d')).toMatchObject({ newPages: [], lostPages: [] })
  const whole = await call('GET', '?range=90d&compare=none')
  expect(whole).toMatchObject({
    summary: { citation_rate: { value: 0.5 } },
    ownPages: [],
    sources: [{ domain: 'ebb.example', answers: 2 }],
  })
  expect(whole['notes']).toContainEqual(
    expect.stringMatching(/^1 citation of the site by addresses/),
  )
  expect(await call('GET', '/sources?range=90d')).toMatchObject([
    { domain: 'ebb.example', wins: 1, url: null, title: null },
  ])
  const path = `/analytics/${site}/breakdown?metrics=sources&dimensions=sourceUrl&range=90d`
  const { body } = await app.api('GET', path, { token })
  expect(body.data['rows']).toEqual([['(none)', 3]])
})
