import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '../../kernel/door/principal.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { changeRole, Maker } from '../../testing/maker.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

const EVENTS = 8_000
/** The path of every event, so long that the file is many times larger than the buffers of a connection. */
const PATH = `/${'a-long-way/'.repeat(160)}`

let app: TestApp
let org: TestOrg
let owner: string
let site: string

beforeAll(async () => {
  app = await TestApp.start()
  org = await app.org()
  owner = await app.session(org)
  site = await app.site(owner)
  await app.collect(site, [{ kind: 'impression', url: `https://example.com${PATH}` }])
  await addEvents()
})
afterAll(() => app[Symbol.asyncDispose]())

async function addEvents(): Promise<void> {
  const num = (await app.app.services.database.ingestSites.find(site, app.clock.now()))?.num
  onFile(app, (file) =>
    file
      .prepare(
        `WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < @events)
         INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, facet)
         SELECT @num, @from + seq, seq, 1, CAST(seq AS BLOB),
           (SELECT num FROM page WHERE site_num = @num), 0, 0, 0, 0, 0 FROM n`,
      )
      .run({ num, events: EVENTS, from: Date.parse('2026-11-02T00:00:00Z') }),
  )
}

/** Begins an export of single events and leaves its body unread. */
async function beginExport(token: string, format: string): Promise<Response> {
  const query = new URLSearchParams({ rows: 'events', range: '2026-11-01..2026-11-10', format })
  const response = await fetch(`${app.url}/api/v1/analytics/${site}/export?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  return response
}

const requestOf = ({ headers }: Response): string => headers.get('x-request-id') ?? ''

/**
 * The streams that end with each new role of a person who was an admin. Both keys keep what they may do where the role
 * is editor; where it is viewer, they may only read.
 */
const ENDS: readonly (readonly [Role | undefined, readonly ('session' | 'key' | 'narrow')[]])[] = [
  ['owner', ['session']],
  ['editor', ['session']],
  ['viewer', ['session', 'key']],
  [undefined, ['session', 'key', 'narrow']],
]

/** Lists the streams that were ended, each by its request, with the session or key that had opened it. */
const ended = () =>
  auditEntries(app.directory, org.id)
    .filter(({ action }) => action === 'stream.end')
    .map(({ target_id, detail, request_id }) => [request_id, target_id, detail])

const linesOf = async (file: Response): Promise<number> =>
  (await file.text()).split('\n').filter(Boolean).length

it.each(['csv', 'ndjson'])(
  'an export as %s that is being sent breaks off when the person who began it may do less, and no other one does',
  async (format) => {
    for (const [to, ends] of ENDS) {
      const maker = await Maker.join(app, org, 'admin')
      const key = await maker.key()
      const narrow = await maker.key(['analytics:read'])
      const files = {
        session: await beginExport(maker.person.token, format),
        key: await beginExport(key.token, format),
        narrow: await beginExport(narrow.token, format),
        owner: await beginExport(owner, format),
      }
      expect((await changeRole(app, owner, maker.person, to)).status).toBe(200)
      const cut = ends.map((name) => files[name])
      await expect
        .poll(() => ended().map(([request]) => request))
        .toEqual(expect.arrayContaining(cut.map(requestOf)))
      for (const [name, { id }] of [['key', key] as const, ['narrow', narrow] as const]) {
        const line = [requestOf(files[name]), id, '{"operation":"analytics.export"}']
        expect(ended().some((told) => isDeepStrictEqual(told, line))).toBe(ends.includes(name))
      }
      for (const file of cut) await expect(file.text()).rejects.toThrow('terminated')
      const head = format === 'csv' ? 1 : 0
      for (const file of Object.values(files).filter((one) => !cut.includes(one))) {
        expect(await linesOf(file)).toBe(EVENTS + head)
      }
    }
  },
)
