import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { TestApp } from '../src/testing/start-test-app.ts'

it('counts the pages of a site that grows beyond what one look counts, and shrinks again', async () => {
  await using app = await TestApp.start()
  const key = await app.key(await app.org('self_hosted'))
  const siteId = await app.site(key)
  const file = new Database(app.app.services.database.file)
  const add = file.prepare(`
    INSERT INTO page (id, site_num, path, url, first_seen_at, last_seen_at)
    WITH RECURSIVE n(i) AS (SELECT @from UNION ALL SELECT i + 1 FROM n WHERE i + 1 < @to)
    SELECT 'page_' || i, (SELECT num FROM site WHERE id = @siteId), '/' || i, 'https://a.example/' || i, 0, 0 FROM n`)
  const counts = async () => {
    const { body } = await app.api('GET', `/sites/${siteId}`, { token: key })
    return body.data['stats']
  }
  expect(await counts()).toMatchObject({ pages: 0 })
  for (const [from, to] of [
    [0, 20_000],
    [20_000, 20_001],
    [20_001, 20_100],
  ]) {
    add.run({ from, to, siteId })
    expect([await counts(), await counts()]).toMatchObject([{ pages: to }, { pages: to }])
  }
  file.exec('DELETE FROM page WHERE num > (SELECT MIN(num) FROM page)')
  expect([await counts(), await counts()]).toMatchObject([{ pages: 1 }, { pages: 1 }])
  file.close()
})
