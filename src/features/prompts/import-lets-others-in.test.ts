import { afterAll, beforeAll, expect, it } from 'vitest'
import { NO_CALLER } from '../../cli/operator.ts'
import { countTurns } from '../../testing/count-turns.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'
import { importPrompts } from './import-prompts.ts'

let site: ScannedSite

beforeAll(async () => {
  site = await ScannedSite.start({ '/': page('Home') })
})
afterAll(() => site[Symbol.asyncDispose]())

it('an import of many records lets others in, 25 records at most in one go', async () => {
  const { context } = site.app.app.services
  const principal = { kind: 'operator', orgId: site.org.id, plan: 'enterprise' } as const
  const records = Array.from({ length: 500 }, (_, number) => ({
    path: '/',
    templates: [],
    questions: [`What is ${number}?`],
  }))
  const input = { siteId: site.id, records }
  const { turns, result } = await countTurns(() =>
    importPrompts.execute(context, principal, { requestId: 'req_test', ...NO_CALLER }, input),
  )
  expect(result).toMatchObject({ updated: 500, failed: 0 })
  expect(turns).toBeGreaterThanOrEqual(500 / 25)
})
