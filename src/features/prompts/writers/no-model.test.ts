import { expect, it } from 'vitest'
import { COAST, SiteWithModel } from '../../../testing/site-with-model.ts'

it('no model is asked without an address', async () => {
  await using coast = await SiteWithModel.start(COAST, { LLM_URL: '', LLM_API_KEY: 'sk-1' })
  await coast.scan()
  expect(await coast.prompt('/')).toMatchObject({ generator: { engine: 'deterministic' } })
  expect(coast.model.requests).toEqual([])
})
