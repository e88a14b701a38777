import type { Surface } from './surface.ts'

/** The route of an operation on one surface, and the parts of it that a handler does not see. */
export interface HttpBinding {
  surface: Surface
  method: 'get' | 'post' | 'put' | 'delete'
  /** The path below the surface's own address, with `:name` parameters that are fields of the input. */
  path: `/${string}`
  status?: 200 | 201 | 202
  /** The field of the answer that reveals a secret, once; it is left out of an idempotent replay. */
  revealsSecret?: 'key' | 'token' | 'link' | 'secret'
  /**
   * `set` puts the `token` of the answer, which ends at its `expiresAt`, into a cookie where the input says `cookie: true`,
   * or where the caller came by one; `clear` takes the cookie away from a caller who came by one.
   */
  cookie?: 'set' | 'clear'
  /** `If-Match` becomes the input field `ifMatch`. */
  ifMatch?: true
  /** Fields of the answer that are also in `meta`: they describe the request, not the data that it asked for. */
  metaFields?: readonly string[]
  /** Fields of the answer that are only in `meta`. */
  metaOnlyFields?: readonly string[]
  /**
   * POSTs that ignore `Idempotency-Key` have `none`: they have their own way to be repeated, or must not be repeated. A
   * POST that waits for other servers, or has many steps, stores its answer `after` it ran, since other writers must
   * not wait for all of it.
   */
  idempotency?: 'none' | 'after'
  /** How the body becomes input; by default `json`, and `none` for a GET and a DELETE. */
  body?: RequestBody
  /** Octets that a body may have, where that is less than its form allows. */
  maxBodyBytes?: number
  /** The header `Authorization` becomes the input field `authorization`: a client of OAuth proves itself by it. */
  authorization?: true
  /** Pages of any origin may send it, after a preflight, and read what is answered. */
  anyOrigin?: true
  /** People open it in a browser: the answer is a `PageAnswer`, and its caller is known by the cookie, or anonymous. */
  page?: true
  /** The names of the server-sent events of an operation that can be watched, and when each comes. */
  events?: Readonly<Record<string, string>>
  /** The answer is only a file, in the form that belongs to the caller's right; only errors have the envelope. */
  isFile?: true
  /**
   * The `Cache-Control` of an answer that is the same for everybody: pages of any origin read it, caches keep it, and the
   * field `etag` of the answer is its ETag.
   */
  sharedCache?: string
  /** The field `document` of the answer is sent as it is, without the envelope, as this type; errors have the envelope. */
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

/** The body that a route takes. */
export const requestBodyOf = ({
  method,
  body,
}: Pick<HttpBinding, 'method' | 'body'>): RequestBody =>
  body ?? (method === 'get' || method === 'delete' ? 'none' : 'json')

/** True for a route that pages of any origin may send to. */
export const isForAnyOrigin = (http: Pick<HttpBinding, 'method' | 'body' | 'anyOrigin'>): boolean =>
  http.anyOrigin === true || requestBodyOf(http) === 'beacon'

/** The form of a body that is signed; undefined for every other one. */
export function signedBodyOf(http: Pick<HttpBinding, 'method' | 'body'>) {
  const body = requestBodyOf(http)
  return typeof body === 'object' && body.as === 'signed' ? body : undefined
}

/** The form of a body that may come line by line; undefined for every other one. */
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
