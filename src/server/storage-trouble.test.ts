import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../db/sqlite/connect.ts'
import { makeBatch, pathsOf, postBatch, type Batch } from '../testing/collect-load.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { TestApp } from '../testing/start-test-app.ts'

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => {
  data[Symbol.dispose]()
})

describe('a locked database', () => {
  it('answers 503 while another process writes, and takes events again afterwards', async () => {
    await using app = await TestApp.start({ directory: data.path })
    const key = await app.key(await app.org())
    const siteId = await app.site(key)
    const batch = makeBatch('locked', 3)
    const other = connectWriter(data.file)
    other.exec('BEGIN EXCLUSIVE')
    const [collected, created] = await Promise.all([
      app.collect(siteId, batch.events),
      app.api('POST', '/sites', { token: key, body: { url: 'https://other.example/' } }),
    ])
    for (const answer of [collected, created]) {
      expect(answer.status).toBe(503)
      expect(answer.body.error?.code).toBe('UNAVAILABLE')
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.body.meta.requestId).toMatch(/^req_/)
    }
    expect((await app.api('GET', '/sites', { token: key })).body.data).toHaveLength(1)
    other.exec('ROLLBACK')
    other.close()

    expect(data.storedPaths()).toEqual([])
    expect((await app.collect(siteId, batch.events)).body.data).toEqual({
      accepted: 3,
      duplicates: 0,
      rejected: 0,
    })
    expect(data.storedPaths()).toEqual(pathsOf([batch]))
  })
})

/** Domains of the sites that were answered with 201, before the first that was not. */
async function createSitesUntilRefused(url: string, token: string): Promise<string[]> {
  const domains = ['example.com']
  for (let i = 0; i < 99; i++) {
    const domain = `s${i}.example`
    const answer = await fetch(`${url}/api/v1/sites`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ domain, scan: false }),
    })
    if (answer.status === 201) {
      domains.push(domain)
      continue
    }
    expect(await answer.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } })
    expect(answer.status).toBe(503)
    return domains
  }
  throw new Error('No site was refused')
}

async function listDomains(url: string, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v1/sites?limit=100`, { headers })
  const { data: sites } = (await response.json()) as { data: { domain: string }[] }
  return sites.map(({ domain }) => domain)
}

describe('a full disk', () => {
  it('answers 503, stays up, and has stored exactly what it acknowledged', async () => {
    const { key, siteId } = await data.setUp('self_hosted')
    const answered: Batch[] = []
    const refused: Batch[] = []
    {
      await using server = await data.serve({ maxFileBytes: 1_572_864 })
      for (let i = 0; refused.length < 10 && i < 400; i++) {
        const batch = makeBatch(`full-${i}`, 50)
        const answer = await postBatch(server.url, siteId, batch)
        if (answer?.status === 202) {
          answered.push(batch)
          continue
        }
        expect(answer).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } })
        expect(answer?.retryAfter).toBe('1')
        refused.push(batch)
      }
      expect(answered.length).toBeGreaterThan(0)
      expect(refused).toHaveLength(10)
      expect(await createSitesUntilRefused(server.url, key)).toEqual(
        await listDomains(server.url, key),
      )
      await server.stop()
    }
    const stored = data.storedPaths()
    expect(stored).toEqual(pathsOf(answered).toSorted())

    await using server = await data.serve()
    for (const batch of refused) {
      const answer = await postBatch(server.url, siteId, batch)
      expect(answer?.body.data).toEqual({ accepted: 50, duplicates: 0, rejected: 0 })
    }
    expect(data.storedPaths()).toHaveLength(stored.length + 500)
  })

  it('is named by /readyz, without a path, and reads go on', async () => {
    const { siteId } = await data.setUp('self_hosted')
    await using server = await data.serve({ maxFileBytes: 1_572_864 })
    for (let i = 0; i < 400; i++) {
      const answer = await postBatch(server.url, siteId, makeBatch(`full-${i}`, 50))
      if (answer?.status === 503) break
    }
    const ready = await fetch(`${server.url}/readyz`)
    const text = await ready.text()
    expect(ready.status).toBe(200)
    const ingest = { status: 'degraded', reason: 'the last events could not be stored' }
    expect(JSON.parse(text)).toMatchObject({ status: 'degraded', parts: { ingest } })
    expect(text).not.toContain(data.path)
  })

  it('keeps request limits in memory, goes on with reads and says so once', async () => {
    const { key, siteId } = await data.setUp('pro')
    await using server = await data.serve({ maxFileBytes: 1_048_576 })
    const cannotWrite = 'request limits cannot be written down, and are kept in memory'
    for (let i = 0; i < 2_000 && server.timesLogged(cannotWrite) === 0; i++) {
      const address = `10.8.${i >> 8}.${i & 255}`
      const answer = await postBatch(server.url, siteId, { address, events: [] })
      expect(answer).toMatchObject({ status: 422, limit: '1200' })
    }
    const headers = { authorization: `Bearer ${key}` }
    const answers: string[] = []
    // The first of its minute made the site.
    for (let i = 0; i < 125; i++) {
      const answer = await fetch(`${server.url}/api/v1/sites`, { headers })
      answers.push(`${answer.status} ${answer.headers.get('x-ratelimit-remaining')}`)
    }
    const allowed = Array.from({ length: 119 }, (_, i) => `200 ${118 - i}`)
    expect(answers).toEqual([...allowed, ...Array.from({ length: 6 }, () => '429 0')])
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.timesLogged(cannotWrite)).toBe(1)
  })
})
