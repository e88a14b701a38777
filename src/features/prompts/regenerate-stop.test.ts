import { expect, it } from 'vitest'
import { SiteWithModel } from '../../testing/site-with-model.ts'
import { page } from '../../testing/web-site.ts'

const PATHS = Array.from({ length: 14 }, (_, i) => `/p${i}`)
const PAGES = Object.fromEntries(
  PATHS.map((path, i) => [path, page(`Page ${i}`, { text: `Otters sleep in the kelp, ${i}.` })]),
)
/** The number of pages that are stored together. */
const STEP = 12

it('writing prompts anew ends when the service stops; what was written stays, the rest is due', async () => {
  await using coast = await SiteWithModel.start({ '/': page('Home', { links: PATHS }), ...PAGES })
  await coast.scan()
  const { answer, requests } = coast.model
  requests.length = 0
  const isSlow = new Promise<void>((resolve) => {
    coast.model.answer = (response, request) => {
      // From here on the model never answers.
      if (requests.length > STEP) resolve()
      else answer(response, request)
    }
  })
  const path = `/prompts/${coast.site}/regenerate`
  const asked = coast.app.api('POST', path, { token: coast.key, body: { all: true } })
  await isSlow
  await coast.app[Symbol.asyncDispose]()
  expect((await asked).body.error).toMatchObject({ code: 'UNAVAILABLE' })

  coast.model.answer = answer
  requests.length = 0
  await coast.serve({})
  const rest = PATHS.length + 1 - STEP
  expect(await coast.regenerate({})).toMatchObject({ unchanged: rest, due: 0, fellBack: 0 })
  expect(requests).toHaveLength(rest)
})
