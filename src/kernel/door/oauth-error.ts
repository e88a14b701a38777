import { ServiceError, type ErrorCode } from './errors.ts'

/** The codes of RFC 6749 (4.1.2.1 and 5.2), RFC 7591 (3.2.2), RFC 8707 (2) and OpenID Connect Core (3.1.2.6). */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied'
  | 'interaction_required'
  | 'unsupported_response_type'
  | 'temporarily_unavailable'
  | 'server_error'

interface Answered extends ErrorOptions {
  /**
   * The HTTP status: 400 by default, and that of the service's own code for an error that is not the client's mistake.
   */
  status?: 400 | 401 | 503
  /** The value of `WWW-Authenticate`, for a client that tried a scheme of HTTP. */
  challenge?: string | undefined
  retryAfterSeconds?: number
}

const CODES: Readonly<Partial<Record<OauthErrorCode, ErrorCode>>> = {
  invalid_client: 'INVALID_CREDENTIAL',
  temporarily_unavailable: 'UNAVAILABLE',
  server_error: 'INTERNAL',
}

/** An error with a code of OAuth (RFC 6749 5.2, RFC 7591 3.2.2); its message is the description. */
export class OauthError extends ServiceError {
  override name = 'OauthError'
  readonly oauth: OauthErrorCode
  readonly challenge: string | undefined
  readonly #status: number | undefined

  constructor(oauth: OauthErrorCode, message: string, options: Answered = {}) {
    const { status, challenge, ...others } = options
    super(CODES[oauth] ?? 'BAD_REQUEST', message, others)
    this.oauth = oauth
    this.challenge = challenge
    this.#status = oauth === 'invalid_client' ? (status ?? 400) : status
  }

  override get status(): number {
    return this.#status ?? super.status
  }
}
