import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

const pageview = (eventId: string) => ({
  kind: 'pageview',
  url: 'https://example.com/guide',
  eventId,
})

it('a duplicate counts once across a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'citable-again-'))
  let id: string
  {
    await using first = await TestApp.start({ directory })
    id = await first.site(await first.key(await first.org()))
    await first.collect(id, ['e0', 'e1'].map(pageview))
  }
  {
    await using second = await TestApp.start({ directory })
    const { body } = await second.collect(id, ['e0', 'e1', 'e2'].map(pageview))
    expect(body.data).toMatchObject({ accepted: 1, duplicates: 2 })
  }
  rmSync(directory, { recursive: true })
})

it('events of one millisecond take the first free places in it, also across a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'citable-again-'))
  const started = { directory, environment: { TRUST_PROXY: '1' } }
  const read = (app: TestApp, id: string, reader: number) =>
    app.collect(id, [pageview(`r${reader}`)], { 'x-forwarded-for': `192.0.2.${reader}` })
  let id: string
  {
    await using first = await TestApp.start(started)
    id = await first.site(await first.key(await first.org()))
    for (const reader of [1, 2, 3]) await read(first, id, reader)
  }
  {
    await using second = await TestApp.start(started)
    for (const reader of [4, 5]) await read(second, id, reader)
  }
  const places = inspectData(directory, (db) =>
    db
      .prepare('SELECT seq, COUNT(*) OVER (PARTITION BY at) AS beside FROM event ORDER BY seq')
      .all(),
  )
  expect(places).toEqual([0, 1, 2, 3, 4].map((seq) => ({ seq, beside: 5 })))
  rmSync(directory, { recursive: true })
})
