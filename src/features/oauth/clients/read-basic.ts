import { OauthError } from '../../../kernel/door/oauth-error.ts'

const BASIC = /^basic +([\w+/-]{1,8192}={0,2}) *$/i

/**
 * Reads the id and the secret of `Authorization: Basic`, each of which is encoded as in a form (RFC 6749, 2.3.1).
 * Undefined for another scheme, which does not prove a client. Throws `invalid_client` for a malformed header.
 */
export function readBasic(
  authorization: string | undefined,
): { id: string; secret: string } | undefined {
  if (authorization === undefined || !/^basic\b/i.test(authorization)) return undefined
  const encoded = BASIC.exec(authorization)?.[1] ?? ''
  const [, id, secret] = /^([^:]+):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) throw malformed()
  return { id: formDecoded(id), secret: formDecoded(secret) }
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw malformed()
  }
}

const malformed = (): OauthError =>
  new OauthError('invalid_client', 'The header Authorization is no id and secret', {
    status: 401,
    challenge: BASIC_CHALLENGE,
  })

/** The value of `WWW-Authenticate` for a client that tried this scheme and failed. */
export const BASIC_CHALLENGE = 'Basic realm="citable"'
