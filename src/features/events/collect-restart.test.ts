import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'

const pageviews = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'pageview',
    url: 'https://example.com/guide',
    eventId: `e${i}`,
  }))

it('a duplicate counts once across a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'citable-again-'))
  let id: string
  {
    await using first = await TestApp.start({ directory })
    id = await first.site(await first.key(await first.org()))
    await first.collect(id, pageviews(2))
  }
  {
    await using second = await TestApp.start({ directory })
    const { body } = await second.collect(id, pageviews(3))
    expect(body.data).toMatchObject({ accepted: 1, duplicates: 2 })
  }
  rmSync(directory, { recursive: true })
})
