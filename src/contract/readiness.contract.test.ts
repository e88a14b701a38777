import { expect, it } from 'vitest'
import { onFile } from '../testing/credential-matrix.ts'
import { TestApp } from '../testing/start-test-app.ts'

it('/readyz looks at the database, and /healthz does not', async () => {
  await using broken = await TestApp.start()
  onFile(broken, (file) => {
    file.pragma('foreign_keys = OFF')
    file.exec('DROP TABLE site')
  })
  const ready = await fetch(`${broken.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    {
      status: 'unavailable',
      parts: { database: { status: 'down', reason: 'the database cannot be read' } },
    },
  ])
  expect((await fetch(`${broken.url}/healthz?x`)).status).toBe(200)
  expect((await fetch(`${broken.url}/healthz`, { method: 'POST' })).status).toBe(404)
})
