import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publisherServer } from '../../tools/publisher.ts'
import { askTool } from '../testing/ask-tool.ts'
import { ScannedSite } from '../testing/scanned-site.ts'
import { StoredChecks } from '../testing/store-checks.ts'
import { page } from '../testing/web-site.ts'

let own: ScannedSite

beforeAll(async () => {
  own = await ScannedSite.start({
    '/': page('Ferries', { links: ['/tickets', '/dogs'] }),
    '/tickets': page('Tickets'),
    '/dogs': page('Dogs on board'),
  })
  for (const question of ['What is a muzzle?', 'Do parrots travel?', 'When does it leave?']) {
    const event = { kind: 'question', url: `${own.web.url}/dogs`, question, target: 'claude' }
    await own.app.collect(own.id, [event])
  }
  const stored = new StoredChecks(own.app, own.id)
  const sources = [{ url: 'https://rival.example/dogs-on-ferries' }]
  stored.check(stored.query('Do dogs travel?'), { sources })
  await own.rule({ name: 'Dogs', match: { path: '/dogs' }, actions: { addTags: ['pets'] } })
  await own.rule({ name: 'Money', match: { path: '/tickets' }, actions: { addTags: ['money'] } })
})
afterAll(() => own[Symbol.asyncDispose]())

const LISTS = publisherServer.tools
  .map(({ name }) => name)
  .filter((name) => name.startsWith('list_'))

it.each(LISTS)('ids are no third of the rows of %s', async (name) => {
  const { structured } = await askTool(own.app, 'publisher', name, own.key, {})
  // @NOTE lists answer a table; a wrong shape fails the expectations.
  const { columns, rows } = structured as { columns: string[]; rows: unknown[][] }
  expect(rows.length).toBeGreaterThan(0)
  const tokens = (cells: unknown[]): number => encode(cells.join(',')).length
  const ids = columns.flatMap((column, i) => (/(^|_)id$/i.test(column) ? [i] : []))
  const ofIds = rows.reduce((sum, row) => sum + tokens(ids.map((i) => row[i])), 0)
  const ofAll = rows.reduce((sum, row) => sum + tokens(row), 0)
  expect(ofIds / ofAll).toBeLessThan(1 / 3)
})
