import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { leaveCredits } from '../../../testing/leave-credits.ts'
import { inspectOrg } from '../../../testing/org-rows.ts'
import { COAST, SiteWithModel } from '../../../testing/site-with-model.ts'

let service: SiteWithModel
let coast: SiteWithModel

beforeAll(async () => {
  service = await SiteWithModel.start({})
})
beforeEach(async () => {
  coast = await service.another(COAST, 'pro')
})
afterEach(() => coast[Symbol.asyncDispose]())
afterAll(() => service[Symbol.asyncDispose]())

const credits = async () => (await coast.call('GET', '/credits')).body.data
const asked = () => coast.model.requests.length

/** Reads the entries of the ledger for the language model, oldest first. */
const entries = () =>
  inspectOrg(coast.directory, coast.org.id, (db) =>
    db
      .prepare(
        "SELECT type, amount, reserved_delta, actor_type FROM credit_ledger WHERE reason = 'prompt_llm' ORDER BY seq",
      )
      .raw()
      .all(),
  )

it('each page in the words of a language model costs a credit, and is reserved before it is asked', async () => {
  let reserved: unknown
  coast.model.onAsked = () => {
    reserved ??= entries()
  }
  expect(await coast.scan()).toMatchObject({ promptsGenerated: 3, warnings: [] })
  coast.model.onAsked = undefined
  expect(reserved).toEqual([['reserve', 0, 3, 'system']])
  // One more credit is for the scan itself.
  expect(await credits()).toMatchObject({ balance: 1_996, reserved: 0, used: 4 })
  expect(entries()).toEqual([
    ['reserve', 0, 3, 'system'],
    ['debit', -3, -3, 'system'],
  ])
  const { pageId } = await coast.prompt('/otters')
  await coast.regenerate({ pageIds: [pageId] })
  expect(entries().slice(2)).toEqual([
    ['reserve', 0, 1, 'key'],
    ['debit', -1, -1, 'key'],
  ])
})

it('words that are not used cost nothing', async () => {
  coast.model.answer = (response) => response.writeHead(200).end('{}')
  expect(await coast.scan()).toMatchObject({ warnings: [{ code: 'LLM_FALLBACK', count: 3 }] })
  expect(await credits()).toMatchObject({ balance: 1_999, reserved: 0, used: 1 })
})

it('where credits run out, the other pages get the deterministic prompt, and the answer says so', async () => {
  await coast.scan()
  await leaveCredits(coast.app, coast.org.id, 2)
  const before = asked()
  const fallbacks = { no_credits: 1 }
  expect(await coast.regenerate({ all: true })).toMatchObject({ fellBack: 1, fallbacks })
  expect(asked() - before).toBe(2)
  expect(await credits()).toMatchObject({ balance: 0 })
  const again = await coast.regenerate({ all: true })
  expect(again).toMatchObject({ fellBack: 3, fallbacks: { no_credits: 3 } })
  expect(asked() - before).toBe(2)
  expect(await coast.prompt('/otters')).toMatchObject({ source: 'generated', state: 'active' })
})

it('a scan that is canceled while the model writes gives back what that reserved', async () => {
  const reading = new Promise<void>((resolve) => {
    coast.model.answer = () => resolve()
  })
  const { body } = await coast.call('POST', '/scan', { siteId: coast.site })
  await reading
  expect(await credits()).toMatchObject({ reserved: 23 })
  await coast.call('DELETE', `/scan/${String(body.data.id)}`)
  await coast.app.app.services.jobs.onIdle()
  expect(await credits()).toMatchObject({ balance: 1_999, reserved: 0, used: 1 })
})

it('a server of one’s own asks as often as it wants, and counts', async () => {
  await using own = await service.another(COAST)
  expect(await own.scan()).toMatchObject({ promptsGenerated: 3, warnings: [] })
  const { data } = (await own.call('GET', '/credits')).body
  expect(data).toMatchObject({ unlimited: true, balance: null, reserved: 0, used: 4 })
})
