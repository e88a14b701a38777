import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { Subscriber } from '../testing/subscriber.ts'

let data: DataFolder
let id: string
let secret: string

beforeEach(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  const owner = await Subscriber.open(app)
  const made = await owner.subscribe({ url: 'https://receiver.example/hook' })
  id = made.id
  secret = made.secret
  const { webhooks } = app.app.services.context.tenant(owner.org.id)
  await webhooks
    .update(id)
    .set({ disabled_at: 1, disabled_reason: 'The receiver is gone', failures: 3 })
    .execute()
})

afterEach(() => data[Symbol.dispose]())

const cli = (...args: string[]): Promise<CliRun> => runCli(data.path, args)

it('citable webhook list shows states in columns or as JSON, and no secret', async () => {
  const asData = await cli('webhook', 'list', '--json')
  const { webhooks } = JSON.parse(asData.out) as { webhooks: unknown[] }
  expect(webhooks).toMatchObject([{ id, status: 'disabled_by_failures', consecutiveFailures: 3 }])
  const { out } = await cli('webhook', 'list')
  const [head, row] = out.split('\n')
  expect(head).toMatch(/^id +address +state +failures +last sent \(UTC\) +events$/)
  expect(row).toMatch(
    /^whk_\w+ +https:\/\/receiver\.example\/hook +disabled_by_failures: The receiver is gone +3 +\S* +scan\.completed credits\.low$/,
  )
  expect(asData.out + out).not.toContain(secret)
})
