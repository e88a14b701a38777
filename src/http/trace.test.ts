import { expect, it } from 'vitest'
import { onFile } from '../testing/credential-matrix.ts'
import { TestApp } from '../testing/start-test-app.ts'

const traceOf = (digit: string) => digit.repeat(32)
const parentOf = (digit: string) => `00-${traceOf(digit)}-b7ad6b7169203331-01`

it('the lines of a REST request name the trace of its header', async () => {
  const app = await TestApp.start()
  const key = await app.key(await app.org('self_hosted'))
  await app.api('GET', '/org', { token: key, headers: { traceparent: parentOf('8') } })
  onFile(app, (file) => file.exec('ALTER TABLE member RENAME TO gone'))
  await app.api('GET', '/org', { token: key, headers: { traceparent: parentOf('9') } })
  await app[Symbol.asyncDispose]()
  const lines = app.logs.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
    { traceId: traceOf('8'), status: 200 },
    { traceId: traceOf('9'), status: 500 },
  ])
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ traceId: traceOf('9') }])
})
