import { expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { countStoredRows } from '../../testing/stored-events.ts'

it('the record of calls is written whole by a stop', async () => {
  using folder = new DataFolder()
  const app = await TestApp.start({ directory: folder.path })
  const key = await app.key(await app.org('self_hosted'))
  for (let i = 0; i < 5; i++) await askTool(app, 'data', 'list_sites', key, {})
  await app[Symbol.asyncDispose]()
  expect(countStoredRows(folder.path, 'assistant_call')).toBe(5)
})
