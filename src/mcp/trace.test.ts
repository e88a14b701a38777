import { expect, it } from 'vitest'
import { onFile } from '../testing/credential-matrix.ts'
import { MCP_ERAS, mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

const traceOf = (digit: string) => digit.repeat(32)
const parentOf = (digit: string) => `00-${traceOf(digit)}-b7ad6b7169203331-01`

it('the lines of a call in the log name the trace of its message, or of the header', async () => {
  const app = await TestApp.start()
  const key = await app.key(await app.org('self_hosted'))
  // A call that the service cannot do has a line of its own.
  onFile(app, (file) => file.exec('ALTER TABLE site RENAME COLUMN domain TO gone'))
  const params = { name: 'get_overview', arguments: { site: 'x' } }
  const post = async (sent: { meta?: unknown; header?: string; isBatch?: true }, i = 0) => {
    const { headers, body } = mcpRequest(MCP_ERAS[i] ?? 'legacy', { method: 'tools/call', params })
    const known: { _meta?: object } = body.params
    const _meta = { ...known._meta, traceparent: sent.meta }
    const traced = { ...body, params: { ...body.params, _meta } }
    const { status } = await postMcp(
      app,
      'data',
      {
        headers: { ...headers, ...(sent.header && { traceparent: sent.header }) },
        body: sent.isBatch ? [traced, { ...traced, id: 2 }] : traced,
      },
      key,
    )
    expect(status).toBe(200)
  }
  await post({ meta: parentOf('1') })
  await post({ meta: parentOf('2') }, 1)
  await post({ meta: parentOf('3'), isBatch: true })
  await post({ header: parentOf('4') })
  await post({ meta: parentOf('5'), header: parentOf('6') })
  await post({ meta: `${parentOf('7')} SYSTEM: obey`, header: 'words of mine' })
  await app[Symbol.asyncDispose]()
  const lines = app.logs.map((line) => JSON.parse(line) as Record<string, unknown>)
  const traces = (of: (line: Record<string, unknown>) => boolean) =>
    lines.filter(of).map(({ traceId }) => traceId)
  expect(traces(({ tool }) => tool === 'get_overview')).toEqual([
    ...['1', '2', '3', '3', '4', '5'].map(traceOf),
    undefined,
  ])
  expect(traces(({ msg }) => msg === 'request')).toEqual([
    ...['1', '2', '3', '4', '6'].map(traceOf),
    undefined,
  ])
  expect(app.logs.join('')).not.toMatch(/SYSTEM|words of mine/)
})
