import type { AppContext } from '../../kernel/door/app-context.ts'
import type { PageAnswer } from '../../kernel/door/page-answer.ts'
import type { OauthErrorCode } from '../../kernel/door/oauth-error.ts'

interface WaitingClient {
  redirectUri: string
  /** The parameter `state` as the client sent it; null where it sent none. */
  state: string | null
}

type Told = { code: string } | { error: OauthErrorCode; error_description: string }

/**
 * Makes the answer that leads a person back to the client, with the issuer (RFC 9207). The redirect address is exactly
 * the one that was registered, and the state is returned unchanged.
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
