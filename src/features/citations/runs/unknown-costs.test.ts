import { afterAll, beforeAll, expect, it } from 'vitest'
import { outputText, response, webSearch } from '../../../testing/engine-answers.ts'
import { EngineApp } from '../../../testing/engine-app.ts'

let parts: EngineApp

beforeAll(async () => {
  parts = await EngineApp.start()
})

afterAll(() => parts[Symbol.asyncDispose]())

it('costs that a vendor does not tell for every answer are the least that is charged, and say so', async () => {
  const { app, wire } = parts
  const token = await app.key(parts.org)
  const site = await app.site(token)
  const call = async (method: string, path: string, body?: object) =>
    (await app.api(method, `/citations/${site}${path}`, { token, ...(body && { body }) })).body.data
  for (const text of ['How high is the tide?', 'When is it low?']) {
    await call('POST', '/queries', { text })
  }
  const output = [webSearch(), outputText('Tides follow the moon.')]
  wire.next(response(output), response(output, { usage: null }))
  const { id } = await call('POST', '/runs', { engines: ['chatgpt'] })
  await app.app.services.jobs.onIdle()
  const known = Math.ceil(9 * 0.75 + 5 * 4.5 + 10_000)
  expect(await call('GET', `/runs/${String(id)}`)).toMatchObject({
    costMicros: known,
    costUnknown: 1,
    engines: [{ answered: 2, costMicros: known, costUnknown: 1 }],
    warnings: [{ code: 'COST_UNKNOWN', count: 1 }],
  })
})
