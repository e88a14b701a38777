/** The floor of a file: `node:http`, and the bytes of `BYTES` (base64) with the headers of `HEADERS` (JSON). */
import { createServer } from 'node:http'

const body = Buffer.from(process.env['BYTES'] ?? '', 'base64')
// @NOTE the suite writes it: names with their values.
const headers = JSON.parse(process.env['HEADERS'] ?? '{}') as Record<string, string>

createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
}).listen(Number(process.env['PORT']), '127.0.0.1')
