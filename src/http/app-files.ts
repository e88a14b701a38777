import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import { APP_FILES, type AppFiles } from '../kernel/ports/app-files.ts'
import { assertOneHost } from '../kernel/wire/host-header.ts'
import { packedFixed } from '../lib/packing/fixed-bytes.ts'
import { acceptedCoding, type Coding } from '../lib/web/accepted-coding.ts'
import { isAmongTags } from '../lib/web/is-among-tags.ts'
import { linkOf, withWords } from './app-words.ts'
import { fixedBody, sendFixed } from './fixed-body.ts'
import { fixedHeaders } from './fixed-headers.ts'
import type { HttpServices } from './http-services.ts'
import { answerUnserved } from './unserved.ts'

/** The Content Security Policy of the page. Its Trusted Types refuse every way from a text to a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const OF_PAGE: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}

const OF_FILES: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
}

/**
 * Makes the handler of the page for people: every address below `/app` answers the page, which shows what the address
 * names. The files that the page loads have names that are made from their contents. The handler never rejects.
 */
export function appHandler(services: HttpServices) {
  const fixed = fixedHeaders(services)
  let files: Promise<AppFiles> | undefined
  const read = (): Promise<AppFiles> =>
    (files ??= services.app.appFiles().catch((error: unknown) => {
      // They are read again at the next request.
      files = undefined
      throw error
    }))
  const sendFile = fileSender(fixed, read)
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    try {
      assertReadable(request)
      if (path.startsWith(APP_FILES)) {
        return await sendFile(request, response, path.slice(APP_FILES.length))
      }
      const { index } = await read()
      const link = linkOf(path)
      const body = await fixedBody(`/app/${link}`, async () => withWords(index, link))
      for (const [name, value] of Object.entries({ ...fixed, ...OF_PAGE })) {
        response.setHeader(name, value)
      }
      sendFixed(request, response, body, 'no-cache')
    } catch (thrown) {
      await answerUnserved(services, { request, response }, () => {
        throw thrown
      })
    }
  }
}

function assertReadable(request: IncomingMessage): void {
  assertOneHost(request)
  if (request.method === 'GET' || request.method === 'HEAD') return
  throw new ServiceError('METHOD_NOT_ALLOWED', 'This address takes GET')
}

interface SentFile {
  bytes: Buffer
  headers: Readonly<Record<string, string | number>>
  etag: string
}

/**
 * Makes the function that sends a file in the form that its client accepts. The whole answer is made once for each
 * file and form, and is written directly to the socket, since a page loads a dozen files.
 */
function fileSender(fixed: Readonly<Record<string, string>>, read: () => Promise<AppFiles>) {
  const made = new Map<string, Promise<SentFile>>()
  // Most requests accept what the one before did.
  let last: { header: string | undefined; coding: Coding | undefined } | undefined
  const codingOf = ({ headers }: IncomingMessage): Coding | undefined => {
    const sent = headers['accept-encoding']
    const header = Array.isArray(sent) ? sent.join(',') : sent
    if (last?.header !== header || !last) last = { header, coding: acceptedCoding(header) }
    return last.coding
  }
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
  ): Promise<void> => {
    const coding = codingOf(request)
    const key = `${coding} ${name}`
    const known = made.get(key)
    const file = await (known ?? makeFile(fixed, (await read()).files.get(name), name, coding))
    if (!known) made.set(key, Promise.resolve(file))
    const { bytes, headers, etag } = file
    if (isAmongTags(request.headers['if-none-match'], etag)) {
      response.writeHead(304, { ETag: etag, Vary: 'Accept-Encoding' }).end()
      return
    }
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes)
  }
}

/**
 * Makes a file ready to be sent. Throws NOT_FOUND for a file of another version: a page that was open during an
 * upgrade must not get a page in place of a script.
 */
async function makeFile(
  fixed: Readonly<Record<string, string>>,
  plain: Buffer | undefined,
  name: string,
  coding: Coding | undefined,
): Promise<SentFile> {
  if (!plain) throw new ServiceError('NOT_FOUND', 'This file is of another version of the page')
  const packed = coding && (await packedFixed(plain, coding))
  const bytes = packed ?? plain
  // The name holds what a digest would say.
  const etag = `"${name}${packed ? `-${coding}` : ''}"`
  return {
    bytes,
    etag,
    headers: {
      ...fixed,
      ...OF_FILES,
      'Content-Type': typeOf(name),
      ...(packed && coding && { 'Content-Encoding': coding }),
      'Content-Length': bytes.length,
      ETag: etag,
    },
  }
}

const typeOf = (name: string): string =>
  name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
