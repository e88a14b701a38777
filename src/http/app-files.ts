import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import { APP_FILES, type AppFiles } from '../kernel/ports/app-files.ts'
import { assertOneHost } from '../kernel/wire/host-header.ts'
import { linkOf, withWords } from './app-words.ts'
import { fixedBody, sendFixed } from './fixed-body.ts'
import { fixedHeaders } from './fixed-headers.ts'
import type { HttpServices } from './http-services.ts'
import { answerUnserved } from './unserved.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Trusted Types refuse every way from a text to a script. */
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

/**
 * Makes what serves the page for people: below `/app` every address answers the page, which shows what the address names.
 * What it loads has names that tell what they hold. It never rejects.
 */
export function appHandler(services: HttpServices) {
  const fixed = fixedHeaders(services)
  let files: Promise<AppFiles> | undefined
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    try {
      assertReadable(request)
      files ??= services.app.appFiles()
      const { index, files: loaded } = await files
      if (!path.startsWith(APP_FILES)) return await sendIndex(request, response, { index, path })
      const name = path.slice(APP_FILES.length)
      const bytes = loaded.get(name)
      // A page that was opened before an upgrade asks for files of the old one, and must not get a page for a script.
      if (!bytes) throw new ServiceError('NOT_FOUND', 'This file is of another version of the page')
      setAll(response, { ...fixed, 'Content-Type': typeOf(name) })
      sendFixed(request, response, await fixedBody(path, async () => bytes), FOR_EVER)
    } catch (thrown) {
      await answerUnserved(services, { request, response }, () => {
        throw thrown
      })
    }
  }

  async function sendIndex(
    request: IncomingMessage,
    response: ServerResponse,
    { index, path }: { index: Buffer; path: string },
  ): Promise<void> {
    const link = linkOf(path)
    const body = await fixedBody(`/app/${link}`, async () => withWords(index, link))
    setAll(response, { ...fixed, ...OF_PAGE })
    sendFixed(request, response, body, 'no-cache')
  }
}

function assertReadable(request: IncomingMessage): void {
  assertOneHost(request)
  if (request.method === 'GET' || request.method === 'HEAD') return
  throw new ServiceError('METHOD_NOT_ALLOWED', 'This address takes GET')
}

function setAll(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

const typeOf = (name: string): string =>
  name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
