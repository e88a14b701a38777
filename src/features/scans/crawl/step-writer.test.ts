import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectReader } from '../../../../db/sqlite/connect.ts'
import type { PageWrite } from '../../../../db/scans/scan-rows.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { StepWriter, type Visit } from './step-writer.ts'
import { readTally } from './tally.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

const pageAt = (path: string): PageWrite => ({
  path,
  url: `https://example.com${path}`,
  state: 'active',
  httpStatus: 200,
  missing: 0,
  targetUrl: null,
  known: undefined,
})

const visitOf = (seq: number): Visit =>
  seq % 5 === 0
    ? { seq, as: 'failed', warnings: ['TIMEOUT'] }
    : { seq, as: 'fetched', page: pageAt(`/${seq}`), counts: ['pages', 'added'], warnings: [] }

it('each transaction counts what it stores, not what still waits', async () => {
  const org = await app.org()
  const siteId = await app.site(await app.key(org), { url: 'https://example.com/', name: 'Test' })
  const { context } = app.app.services
  const site = await context.tenant(org.id).sites.find(siteId)
  await site!.scans.insert({
    id: 'job_test',
    kind: 'rescan',
    origin: 'api',
    options: '{}',
    requestedBy: '{}',
    at: context.now(),
  })
  const row = (await site!.scans.active())!
  await site!.scans.update(row.num, { state: 'running' })
  const onDisk = connectReader(join(app.directory, 'citable.db'))
  const count = (what: string) => onDisk.prepare(`SELECT ${what}`).pluck().get()
  const steps: unknown[] = []
  const tally = readTally('{}')
  const writer = new StepWriter(
    {
      store: site!.scans,
      tally,
      now: context.now,
      newPageId: () => context.newId('pg'),
      changed: () => {
        const stored = count('COUNT(*) FROM page_record')
        expect(count("tally ->> 'pages' FROM scan")).toBe(stored)
        expect(count("tally ->> 'added' FROM scan")).toBe(stored)
        const failed = count('failed FROM scan')
        expect(count("COALESCE(tally ->> '$.warnings.TIMEOUT', 0) FROM scan")).toBe(failed)
        steps.push(stored)
      },
      progressed: async () => {},
      onWritten: () => {},
    },
    row,
  )
  // All at once: what comes while a group is written waits.
  await Promise.all(Array.from({ length: 70 }, (_, i) => writer.add(visitOf(i + 1))))
  expect(writer.pages).toBe(56)
  await writer.flush()
  onDisk.close()
  expect(steps).toEqual([26, 52, 56])
  expect(tally).toMatchObject({ pages: 56, added: 56, warnings: { TIMEOUT: 14 } })
})
