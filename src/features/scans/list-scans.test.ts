import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

let scans: LocalScans
let app: TestApp
let key: string
let site: string
/** Ids of scans, newest first; the third and fifth found the site broken. */
let made: string[]

beforeAll(async () => {
  scans = await LocalScans.start()
  ;({ app, key } = scans)
  site = await scans.site({ '/': page('Home') })
  const ids: string[] = []
  for (const isGood of [true, true, false, true, false]) {
    scans.serve({ '/': isGood ? page('Home') : (_, response) => response.writeHead(500).end() })
    const { id } = await scans.run(site)
    ids.push(String(id))
  }
  made = ids.toReversed()
})

afterAll(() => scans[Symbol.asyncDispose]())

const list = (query: string, token = key) => app.api('GET', `/scan?${query}`, { token })
type Answer = Awaited<ReturnType<typeof list>>
const idsOf = ({ body }: Answer) => (body.data as unknown as { id: string }[]).map(({ id }) => id)

describe('the list of scans', () => {
  it('scans are listed newest first, each as it is read by its id', async () => {
    const answer = await list(`siteId=${site}`)
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(made)
    expect(answer.body.meta.nextCursor).toBeNull()
    const [first] = answer.body.data as unknown as unknown[]
    expect(first).toEqual(await scans.find(made[0] ?? ''))
  })

  it('tells of each scan how long it took, what it read, and what to look at', async () => {
    const { body } = await list(`siteId=${site}`)
    const [failed, good] = body.data as unknown as Record<string, unknown>[]
    expect(failed).toMatchObject({ state: 'failed', durationMs: 0, error: { code: 'HTTP_STATUS' } })
    expect(good).toMatchObject({
      state: 'succeeded',
      durationMs: 0,
      progress: { fetched: 1, failed: 0 },
      result: { pages: 1, warnings: [] },
    })
  })

  it('scans come page by page, each once', async () => {
    const other = await app.site(key, { domain: 'other.example' })
    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const query = `siteId=${site}&limit=2${cursor ? `&cursor=${cursor}` : ''}`
      const answer = await list(query)
      found.push(...idsOf(answer))
      cursor = answer.body.meta.nextCursor
    } while (cursor)
    expect(found).toEqual(made)
    const first = await list(`siteId=${site}&limit=2`)
    const elsewhere = await list(`siteId=${other}&cursor=${first.body.meta.nextCursor}`)
    expect([elsewhere.status, elsewhere.body.error?.fields[0]?.path]).toEqual([422, 'cursor'])
  })

  it('scans may be limited to one state', async () => {
    const failed = await list(`siteId=${site}&state=failed&limit=1`)
    expect(idsOf(failed)).toEqual([made[0]])
    const cursor = failed.body.meta.nextCursor
    expect(idsOf(await list(`siteId=${site}&state=failed&cursor=${cursor}`))).toEqual([made[2]])
    expect(idsOf(await list(`siteId=${site}&state=running`))).toEqual([])
    expect((await list(`siteId=${site}&state=succeeded&cursor=${cursor}`)).status).toBe(422)
  })

  it.each(['limit=0', 'limit=101', 'state=done', 'siteId=', 'cursor=abc', 'site=x'])(
    'the list of scans refuses %s',
    async (query) => {
      const given = query.startsWith('siteId') ? query : `siteId=${site}&${query}`
      const answer = await list(given)
      expect(answer.status).toBe(422)
      const [name] = query.split('=')
      expect(answer.body.error?.fields).toMatchObject([{ path: name, location: 'query' }])
    },
  )

  it('the list of scans needs a site', async () => {
    const { status, body } = await list('')
    expect([status, body.error?.fields[0]?.path]).toEqual([422, 'siteId'])
  })

  it('scans are listed for one’s own organization, and for who may read sites', async () => {
    const stranger = await app.key(await app.org())
    const foreign = await list(`siteId=${site}`, stranger)
    const unknown = await list('siteId=site_nowhere')
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.body.error).toEqual(unknown.body.error)
    const weak = await app.key(scans.org, ['analytics:read'])
    expect((await list(`siteId=${site}`, weak)).body.error?.code).toBe('INSUFFICIENT_SCOPE')
    const viewer = await app.session(scans.org, 'viewer')
    expect((await list(`siteId=${site}`, viewer)).status).toBe(200)
  })
})
