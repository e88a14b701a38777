import { isShortened, LEAK_PATTERN, TOKEN_CHARS, tokenFamily, type TokenFamily } from './tokens.ts'

/** The name of each family of credentials in the text of a refusal. */
const NAMES: Readonly<Record<TokenFamily, string>> = {
  key: 'an API key',
  session: 'a session token',
  partner: 'a partner credential',
  oauthAccess: 'an OAuth access token',
  oauthRefresh: 'an OAuth refresh token',
  oauthCode: 'an OAuth code',
  oneTime: 'the token of a one-time link',
}

const SEND = 'send an API key as Authorization: Bearer ctbk_…'
const ANOTHER = 'make another: citable key create, or POST /keys in a session'

/**
 * Says what is in a header Authorization that no surface with these credentials takes, and what to send. It reads only
 * the form of the text, and nothing that is stored, so a stranger does not learn whether a key exists. The text itself
 * is never repeated.
 */
export function explainCredential(authorization: string, taken: readonly TokenFamily[]): string {
  const text = authorization.trim()
  const [, scheme = '', behind = ''] = /^(\S*)\s*(.*)$/s.exec(text) ?? []
  const isBearer = scheme.toLowerCase() === 'bearer'
  if (isBearer && behind === '') return `Nothing stands behind Bearer; ${SEND}`
  const held = LEAK_PATTERN.exec(text)?.[0] ?? ''
  const family = tokenFamily(held)
  if (family)
    return explainHeld(family, { isTaken: taken.includes(family), isAlone: held === text })
  if (!isBearer && behind !== '') return `This is of another scheme than Bearer; ${SEND}`
  return explainText(isBearer ? behind : text, taken)
}

/** Says why a header with a whole credential in it is refused: its family, a missing `Bearer`, or text around it. */
function explainHeld(
  family: TokenFamily,
  { isTaken, isAlone }: Record<'isTaken' | 'isAlone', boolean>,
) {
  const name = NAMES[family]
  if (!isTaken) return `This is ${name}, which is not taken here; ${SEND}`
  if (isAlone) return `This is ${name} without Bearer; put Bearer and a space before it`
  return `This is ${name} with something around it, such as quotes; ${SEND}, and nothing else`
}

/** Says what a text without a whole credential seems to be, and what to send. */
function explainText(text: string, taken: readonly TokenFamily[]): string {
  if (isShortened(text)) {
    return `This is a key as lists show it, with the middle left out; the whole key was shown once, when it was made; ${ANOTHER}`
  }
  if (!/^ctb[ksparco]_/.test(text)) {
    const forms = taken.map((family) => NAMES[family]).join(' nor ')
    return `This is not ${forms} of Citable; a key begins with ctbk_ and has ${TOKEN_CHARS} characters; ${SEND}`
  }
  const wrong =
    text.length === TOKEN_CHARS
      ? 'a character of it is wrong, as its check digits say'
      : `it has ${text.length} characters in place of ${TOKEN_CHARS}`
  return `This begins like a key and is none: ${wrong}; copy the whole key, or make one: citable key create`
}

/**
 * Says that a well-formed credential opens nothing. Credentials that never existed, were revoked or have expired get
 * the same answer, so that no caller learns which ones exist.
 */
export const explainEnded = (family: TokenFamily): string =>
  family === 'session'
    ? 'This session is unknown or has ended; sign in again'
    : family === 'oauthAccess'
      ? 'This access token is unknown or has ended; sign in again'
      : `This key is unknown, revoked or expired; ${ANOTHER}`
