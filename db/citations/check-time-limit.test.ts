import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { Sqlite } from '../sqlite/binding.ts'

it('a read of checks ends when its time is over, though no run has a thousand of them', async () => {
  await using app = await TestApp.start({ environment: { QUERY_TIMEOUT_MS: '50' } })
  const key = await app.key(await app.org('enterprise'), ['citations:read', 'sites:write'])
  const siteId = await app.site(key)
  const { num } = (await app.app.services.database.ingestSites.find(siteId, app.clock.now()))!
  const file = new Sqlite(join(app.directory, 'citable.db'))
  file.exec(
    `INSERT INTO citation_query (id, site_num, text, text_key, tags, intent, branded, source, enabled, created_at, changed_at)
       VALUES ('cq_1', ${num}, 'Which rope?', 'k', '[]', 'informational', 0, 'manual', 1, 0, 0);
     INSERT INTO citation_check (site_num, at, num, id, run_num, query_num, engine, replica, adapter, access, model, branded, is_fake,
         state, retrieval, is_cited, rank_micros, own_citations, tracked_citations, all_citations, mentions, brands_mentioned,
         latency_ms, attempts)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399999)
       SELECT ${num}, ${app.clock.now()} - i, (i / 250) * 1048576 + i % 250, 'chk_' || i, i / 250, i, 'chatgpt', 1, 'openai', 'api', 'm',
         0, 0, 'ok', 'searched', 0, 0, 0, 0, 0, 0, 0, 1, 1 FROM n`,
  )
  file.close()
  const read = (path: string) => app.api('GET', `/citations/${siteId}${path}`, { token: key })
  const { status, body } = await read('/sources')
  expect([status, body.error?.fields]).toEqual([
    422,
    [expect.objectContaining({ path: 'range', code: 'too_costly' })],
  ])
  expect((await read('/queries')).status).toBe(200)
})
