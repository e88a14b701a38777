import { expect, it } from 'vitest'
import { connectWriter } from '../../db/sqlite/connect.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

it('citable rollups finds a sum that differs from its events, and recounts it', async () => {
  using data = DataFolder.migrated()
  {
    await using app = await TestApp.start({ directory: data.path })
    const site = await app.site(await app.key(await app.org()))
    await app.collect(site, [{ kind: 'pageview', url: '/tents' }])
  }
  const rollups = (verb: string) => runCli(data.path, ['rollups', verb])
  const isRight = { code: 0, out: '1 site: every sum is right.\n', err: '' }
  expect(await rollups('verify')).toEqual(isRight)
  const writer = connectWriter(data.file)
  writer.exec('DELETE FROM rollup_day WHERE kind = 0')
  writer.close()
  expect(await rollups('verify')).toEqual({
    code: 1,
    out: expect.stringMatching(/^site_\w+: 1 row differs\n {2}rollup_day, only in the /),
    err: '',
  })
  expect((await rollups('rebuild')).out).toBe('1 site counted anew.\n')
  expect(await rollups('verify')).toEqual(isRight)
})
