import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fixBytes } from '../lib/packing/fixed-bytes.ts'
import { isAmongTags } from '../lib/web/is-among-tags.ts'

/** Bytes that are sent many times, with an ETag that is made from their contents. */
export interface FixedBody {
  bytes: Buffer
  etag: string
}

const bodies = new Map<string, Promise<FixedBody>>()

/** Returns the body of a name, which is made once in the life of the process. */
export function fixedBody(name: string, make: () => Promise<string | Buffer>): Promise<FixedBody> {
  const known = bodies.get(name)
  if (known) return known
  const made = make().then((content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    fixBytes(bytes)
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { bytes, etag: `"${digest}"` }
  })
  bodies.set(name, made)
  return made
}

/** Sends a body to a client that does not have it yet; the caller sets its type before. */
export function sendFixed(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, etag }: FixedBody,
  caching: string,
): void {
  response.setHeader('Cache-Control', caching)
  response.setHeader('ETag', etag)
  response.statusCode = isAmongTags(request.headers['if-none-match'], etag) ? 304 : 200
  if (response.statusCode === 304) response.end()
  else response.end(bytes)
}
