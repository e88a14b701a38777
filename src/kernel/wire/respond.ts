import type { ServerResponse } from 'node:http'

/**
 * Sends a JSON text that must not be cached, with all headers in one go: setting them one by one costs as much as
 * reading a small body.
 */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: Readonly<Record<string, string | number>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(text)
}
