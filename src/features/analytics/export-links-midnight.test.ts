import { expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { ExportedSite } from '../../testing/exported-site.ts'
import { openLink } from '../../testing/file-links.ts'

it('a link to a file means the days on which it was made, also past midnight', async () => {
  await using late = await ExportedSite.start()
  late.app.clock.advance({ hours: 7, minutes: 20 }) // 23:50 in Berlin
  const args = { range: '7d', dimensions: ['time:day'], metrics: ['impressions'] }
  const { structured } = await askTool(late.app, 'data', 'export_data', late.site.key, args)
  const url = String(structured['url'])
  const before = await (await openLink(url)).text()
  late.app.clock.advance({ minutes: 14 })
  expect(await (await openLink(url)).text()).toBe(before)
  expect(before).toContain('2026-11-14')
})
