/**
 * The floor: `node:http` and a constant. Knows no route and does not look at the request.
 * `BARE` picks the constant: `mcp` (200, a tool result) or `collect` (202); otherwise 200 `{}`.
 */
import { createServer } from 'node:http'
import { DATA_ANSWER } from './data-answer.ts'

const CONSTANTS: Record<string, { status: number; value: unknown }> = {
  mcp: {
    status: 200,
    value: { jsonrpc: '2.0', id: 1, result: { ...DATA_ANSWER, resultType: 'complete' } },
  },
  collect: { status: 202, value: { data: { accepted: 1, duplicates: 0, rejected: 0 } } },
}

const { status, value } = CONSTANTS[process.env['BARE'] ?? ''] ?? { status: 200, value: {} }
const body = JSON.stringify(value)
const headers = {
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
}

createServer((_request, response) => {
  response.writeHead(status, headers).end(body)
}).listen(Number(process.env['PORT']), '127.0.0.1')
