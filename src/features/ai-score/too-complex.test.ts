import { expect, it } from 'vitest'
import { startApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createLogger } from '../../lib/logger.ts'
import { WorkerPool } from '../../queue/worker-pool.ts'
import { TASKS } from '../../server/scoring.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { page, WebSite } from '../../testing/web-site.ts'

it('a page that no thread survives is refused, and nothing more is asked of its site', async () => {
  using data = new DataFolder()
  const { key } = await data.setUp()
  await using web = await WebSite.start({ '/tea': page('Tea') })
  const logs: string[] = []
  const environment = { PORT: '0', ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' }
  await using app = await startApp(
    readConfig({ ...environment, DATABASE_URL: `sqlite:${data.file}` }),
    {
      log: createLogger('warn', { write: (line) => logs.push(line) }),
      // Every page is too much for a thread that has no time.
      workerPool: new WorkerPool({ ...TASKS, timeoutMs: 1 }),
    },
  )
  const response = await fetch(`${app.url}/api/v1/tools/ai-score`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${web.url}/tea` }),
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    error: { code: 'VALIDATION_FAILED', fields: [{ path: 'url', code: 'too_complex' }] },
  })
  expect(web.paths).toEqual(['/tea'])
  expect(logs.join()).toContain('an answer could not be read')
})
