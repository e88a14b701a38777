import { expect, it } from 'vitest'
import { COAST, SiteWithModel } from '../../../testing/site-with-model.ts'

it('the model takes over what is not locked when it is turned on, and gives it back', async () => {
  await using coast = await SiteWithModel.start(COAST, { LLM_URL: '' })
  await coast.scan()
  const before = await coast.prompt('/docs/kelp')
  const { pageId } = await coast.prompt('/otters')
  await coast.call('PUT', `/prompts/${pageId}`, { questions: ['Who sleeps?'] })
  const locked = await coast.prompt('/otters')

  await coast.app[Symbol.asyncDispose]()
  await coast.serve({})
  expect(await coast.scan()).toMatchObject({ promptsGenerated: 0, promptsUpdated: 2 })
  expect(coast.model.requests).toHaveLength(2)
  expect(await coast.prompt('/docs/kelp')).toMatchObject({ source: 'llm', version: 2 })
  expect(await coast.prompt('/otters')).toEqual(locked)

  await coast.app[Symbol.asyncDispose]()
  await coast.serve({ LLM_MODEL: 'large' })
  await coast.scan()
  expect(await coast.prompt('/docs/kelp')).toMatchObject({ generator: { model: 'large' } })

  await coast.app[Symbol.asyncDispose]()
  await coast.serve({ LLM_URL: '' })
  await coast.scan()
  const after = await coast.prompt('/docs/kelp')
  expect(after).toMatchObject({ source: 'generated', templates: before.templates })
  expect(coast.model.requests).toHaveLength(4)
})
