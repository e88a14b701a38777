import type { AppContext } from '../../kernel/door/app-context.ts'
import type { PageAnswer } from '../../kernel/door/page-answer.ts'
import type { OauthErrorCode } from '../../kernel/door/oauth-error.ts'

interface WaitingClient {
  redirectUri: string
  /** The state as the client sent it. */
  state: string | null
}

type Told = { code: string } | { error: OauthErrorCode; error_description: string }

/**
 * Leads a person back to the client, with the issuer in every answer (RFC 9207). The address stays exactly as it was
 * registered, and the state is sent back unchanged.
 */
export function leadBack(
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
  { redirectUri, state }: WaitingClient,
  answer: Told,
): PageAnswer {
  const fields = { ...answer, ...(state !== null && { state }), iss: publicUrl }
  const query = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const join = redirectUri.includes('?') ? '&' : '?'
  return { kind: 'redirect', location: `${redirectUri}${join}${query}` }
}
