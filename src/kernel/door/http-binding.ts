import type { Surface } from './surface.ts'

/** The route of an operation on one surface, and the parts of it that a handler does not see. */
export interface HttpBinding {
  surface: Surface
  method: 'get' | 'post' | 'put' | 'delete'
  /** The path below the surface's own address, with `:name` parameters that are fields of the input. */
  path: `/${string}`
  status?: 200 | 201 | 202
  /** The field of the answer that reveals a secret, which is shown once; an idempotent replay leaves it out. */
  revealsSecret?: 'key' | 'token' | 'link' | 'secret'
  /**
   * The change of the session cookie. `set` puts the `token` of the answer, which ends at its `expiresAt`, into the
   * cookie where the input says `cookie: true`, or where the caller came by the cookie; `clear` takes the cookie away
   * from a caller who came by it.
   */
  cookie?: 'set' | 'clear'
  /** True for a route whose header `If-Match` becomes the input field `ifMatch`. */
  ifMatch?: true
  /** Fields of the answer that are also in `meta`: they describe the request, not the data that it asked for. */
  metaFields?: readonly string[]
  /** Fields of the answer that are only in `meta`. */
  metaOnlyFields?: readonly string[]
  /**
   * The handling of `Idempotency-Key` by a POST: `none` for one that has its own way to be repeated, or must not be
   * repeated. A POST that waits for other servers, or has many steps, stores its answer `after` it ran, since other
   * writers must not wait for all of it.
   */
  idempotency?: 'none' | 'after'
  /** The way in which the body becomes input; by default `json`, and `none` for a GET and a DELETE. */
  body?: RequestBody
  /** The most octets of a body, where that is less than its form allows. */
  maxBodyBytes?: number
  /**
   * True for a route whose header `Authorization` becomes the input field `authorization`: a client of OAuth proves
   * itself by it.
   */
  authorization?: true
  /** True for a route that pages of any origin may send to, after a preflight, and whose answers they may read. */
  anyOrigin?: true
  /**
   * True for a route that people open in a browser: its answer is a `PageAnswer`, and its caller is known by the
   * cookie, or anonymous.
   */
  page?: true
  /** The names of the server-sent events of an operation that can be watched, each with the occasion of its sending. */
  events?: Readonly<Record<string, string>>
  /**
   * True for a route whose answer is only a file, in the form that belongs to the caller's right; only errors have the
   * envelope.
   */
  isFile?: true
  /**
   * The `Cache-Control` of an answer that is the same for everybody: pages of any origin read it, caches keep it, and the
   * field `etag` of the answer is its ETag.
   */
  sharedCache?: string
  /**
   * The media type of the answer's field `document`, which is sent alone and as it is; only errors have the envelope.
   */
  document?: string
}

/**
 * How a body becomes input.
 * - `none`: it is not read.
 * - `json`: an object whose fields are those of the input; at most 100 kB.
 * - `form`: `application/x-www-form-urlencoded`, whose fields are read as those of a query are; at most 100 kB.
 * - `beacon`: JSON of any shape, also as `text/plain`, which a page of any origin may send without a preflight and without
 *   a credential; at most 64 kB.
 * - `lines`: NDJSON becomes this field, its lines as text, which the handler reads one by one; or an object as for `json`.
 *   At most 5 MB.
 * - `signed`: the body becomes this field as it was sent, and the header another: what others sign are bytes. At most 1 MB.
 */
export type RequestBody =
  | 'none'
  | 'json'
  | 'form'
  | 'beacon'
  | { as: 'lines'; field: string; max: number }
  | { as: 'signed'; field: string; header: string; signature: string }

/** Returns the form of the body that a route takes. */
export const requestBodyOf = ({
  method,
  body,
}: Pick<HttpBinding, 'method' | 'body'>): RequestBody =>
  body ?? (method === 'get' || method === 'delete' ? 'none' : 'json')

/** True for a route that pages of any origin may send to. */
export const isForAnyOrigin = (http: Pick<HttpBinding, 'method' | 'body' | 'anyOrigin'>): boolean =>
  http.anyOrigin === true || requestBodyOf(http) === 'beacon'

/** Returns the form of a body that is signed; undefined for a route that takes another body. */
export function signedBodyOf(http: Pick<HttpBinding, 'method' | 'body'>) {
  const body = requestBodyOf(http)
  return typeof body === 'object' && body.as === 'signed' ? body : undefined
}

/** Returns the form of a body that may come line by line; undefined for a route that takes another body. */
export function lineBodyOf(http: Pick<HttpBinding, 'method' | 'body'>) {
  const body = requestBodyOf(http)
  return typeof body === 'object' && body.as === 'lines' ? body : undefined
}

/** A route as it is declared: on the API, on another surface, or on several, at the same path below each. */
export type HttpDeclaration = Omit<HttpBinding, 'surface'> & {
  surface?: Surface | readonly [Surface, ...Surface[]]
}

/** The names of the parameters in a path. */
export type PathNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
