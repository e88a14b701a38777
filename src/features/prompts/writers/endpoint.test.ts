import { describe, expect, it } from 'vitest'
import { COAST, KELP, OTTERS, SiteWithModel } from '../../../testing/site-with-model.ts'
import { page } from '../../../testing/web-site.ts'
import { sendCompletion, respondWithJson, textsFor } from './testing/language-model.ts'

const many = (count: number) => {
  const paths = Array.from({ length: count }, (_, i) => `/p${i}`)
  const pages = paths.map((path, i) => [path, page(`Page ${i}`, { text: `${KELP} No. ${i}` })])
  return { '/': page('Home', { links: paths }), ...(Object.fromEntries(pages) as object) }
}

describe('the endpoint of the language model', () => {
  it('the endpoint is left alone after three failures in a row, also by the next scan', async () => {
    await using coast = await SiteWithModel.start(many(6), { LLM_CONCURRENCY: '1' })
    coast.model.answer = (response) =>
      respondWithJson(response, 500, 'down', { 'retry-after': '0' })
    const { warnings } = await coast.scan()
    expect(warnings).toEqual([{ code: 'LLM_FALLBACK', count: 7 }])
    // Each of the three pages was tried a second time.
    expect(coast.model.requests).toHaveLength(6)
    expect(await coast.prompt('/p5')).toMatchObject({ source: 'generated', state: 'active' })

    expect(await coast.scan()).toMatchObject({ promptsUpdated: 0, warnings: [] })
    expect(coast.model.requests).toHaveLength(6)

    coast.model.answer = (response, request) => sendCompletion(response, textsFor(request))
    expect(await coast.regenerate({ all: true })).toMatchObject({ updated: 7, fellBack: 0 })
    expect(await coast.prompt('/p5')).toMatchObject({ source: 'llm' })
  })

  it('the endpoint is asked for as many pages as a run may, and as many as a client waits for', async () => {
    await using coast = await SiteWithModel.start(many(24), { LLM_MAX_PAGES: '22' })
    expect(await coast.scan()).toMatchObject({ warnings: [{ code: 'LLM_FALLBACK', count: 3 }] })
    expect(coast.model.requests).toHaveLength(22)
    expect(await coast.regenerate({ all: true })).toMatchObject({ due: 5, fellBack: 0 })
    expect(await coast.regenerate({})).toMatchObject({ due: 0, fellBack: 0 })
    expect(coast.model.requests).toHaveLength(22 + 25)
  })

  it('the endpoint may know another dialect, which is remembered', async () => {
    await using coast = await SiteWithModel.start(COAST, { LLM_CONCURRENCY: '1' })
    coast.model.answer = (response, request) => {
      const { body } = request
      if ('max_tokens' in body)
        respondWithJson(response, 400, "Use 'max_completion_tokens' instead")
      else if ('temperature' in body)
        respondWithJson(response, 400, "'temperature' is not supported")
      else if (JSON.stringify(body).includes('json_schema'))
        respondWithJson(response, 422, 'no such format')
      else
        sendCompletion(response, `Sure:\n\`\`\`json\n${JSON.stringify(textsFor(request))}\n\`\`\``)
    }
    expect(await coast.scan()).toMatchObject({ warnings: [] })
    expect(coast.model.requests).toHaveLength(3 + 3)
    const { body } = coast.model.requests.at(-1)!
    expect(body).toMatchObject({
      max_completion_tokens: 4_000,
      response_format: { type: 'json_object' },
    })
    expect(await coast.prompt('/otters')).toMatchObject({ source: 'llm' })
  })

  it('the endpoint is tried again when it is busy for a moment', async () => {
    await using coast = await SiteWithModel.start({ '/': page('Otters', { text: OTTERS }) })
    const good = coast.model.answer
    coast.model.answer = (response) => {
      coast.model.answer = good
      respondWithJson(response, 429, 'slow down', { 'retry-after': '0' })
    }
    expect(await coast.scan()).toMatchObject({ warnings: [] })
    expect(coast.model.requests).toHaveLength(2)
  })

  it('the request is cut off when the service stops, and the next one asks again', async () => {
    await using coast = await SiteWithModel.start({ '/': page('Otters', { text: OTTERS }) })
    const good = coast.model.answer
    const hungUp = new Promise<void>((resolve) => {
      coast.model.answer = (response) => response.on('close', resolve)
    })
    const asked = new Promise<void>((resolve) => {
      coast.model.onAsked = resolve
    })
    await coast.call('POST', '/scan', { siteId: coast.site })
    await asked
    await coast.app[Symbol.asyncDispose]()
    await hungUp
    coast.model.answer = good
    await coast.serve({})
    await coast.app.app.services.jobs.onIdle()
    expect(await coast.prompt('/')).toMatchObject({ source: 'llm' })
    expect(coast.model.requests).toHaveLength(2)
  })
})
