export interface PostMessage {
  port: number
  path: string
  headers: Record<string, string>
  body: string
}

/** The bytes of a keep-alive POST with a JSON body. */
export function httpPost(message: PostMessage): Buffer {
  const headers = {
    host: `127.0.0.1:${message.port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(message.body)),
    ...message.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${message.path} HTTP/1.1\r\n${lines.join('')}\r\n${message.body}`)
}

export function httpGet(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const all = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}
