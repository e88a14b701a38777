import type { Read } from '../../../domain/oauth/client-document.ts'
import type { LoadedDocument } from '../../../domain/oauth/document-cache.ts'
import { documentLifetime } from '../../../domain/oauth/document-lifetime.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { OauthError } from '../../../kernel/door/oauth-error.ts'
import type { DocumentAnswer } from '../../../kernel/ports/client-documents.ts'
import { FetchError } from '../../../net/fetch-error.ts'

interface Wanted<T> {
  url: string
  /** The name of the document in messages, as it begins a sentence. */
  what: string
  maxBytes: number
  read: (document: unknown) => Read<T>
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Fetches a JSON document of a client, and parses it. A failure is returned and not thrown, so that it is remembered
 * too.
 */
export async function loadDocument<T>(
  app: AppContext,
  wanted: Wanted<T>,
): Promise<LoadedDocument<T>> {
  const { url, what, maxBytes, read } = wanted
  const fetched = await fetchDocument(app, url, maxBytes)
  if ('kind' in fetched) return failed(fetched.kind, what, fetched.reason)
  const { status, headers, text } = fetched
  if (status >= 500 || status === 429) return failed('unavailable', what, `answers ${status}`)
  if (status !== 200) return failed('refused', what, `answers ${status}, and redirects are no way`)
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return failed('refused', what, 'is no JSON')
  const found = read(parsed(text))
  if ('refused' in found) return failed('refused', what, `is refused: ${found.refused}`)
  return { kind: 'found', value: found.value, ...documentLifetime(headers) }
}

type Failure = { kind: 'refused' | 'unavailable'; reason: string }

async function fetchDocument(
  app: AppContext,
  url: string,
  maxBytes: number,
): Promise<DocumentAnswer | Failure> {
  try {
    return await app.clientDocuments.fetch(url, maxBytes)
  } catch (error) {
    if (error instanceof FetchError) return failureOf(error)
    // Too many requests wait for documents.
    if (!(error instanceof ServiceError) || error.code !== 'UNAVAILABLE') throw error
    return { kind: 'unavailable', reason: 'cannot be fetched now' }
  }
}

/**
 * Makes the failure of a document that could not be fetched. It does not say why: a stranger must not learn the names
 * of the network behind this server.
 */
function failureOf({ code, message, retryable }: FetchError): Failure {
  const isPassing = retryable || code === 'TLS_ERROR' || code === 'CANCELLED'
  if (isPassing) return { kind: 'unavailable', reason: 'cannot be fetched now' }
  // The maker of the document can see its size without this server.
  const isOfDocument = code === 'TOO_LARGE'
  return {
    kind: 'refused',
    reason: isOfDocument ? `is refused: ${message}` : 'is at no address that is read',
  }
}

/** Parses JSON; undefined for any other text, so that it is refused as a document. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function failed(kind: Failure['kind'], what: string, reason: string) {
  const message = `${what} ${reason}`
  const error =
    kind === 'refused'
      ? new OauthError('invalid_client', message)
      : new OauthError('temporarily_unavailable', message, { retryAfterSeconds: 10 })
  return { kind, error }
}
