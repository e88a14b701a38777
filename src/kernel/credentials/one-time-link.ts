import type {
  OneTimePurpose,
  OneTimeTokenRow,
  SentToken,
} from '../../../db/system/one-time-tokens.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time/clock.ts'
import { ServiceError } from '../door/errors.ts'
import type { AddressLimit } from '../door/operation.ts'
import { hashToken, mintToken, tokenFamily } from './tokens.ts'

/** The milliseconds for which a link of each purpose works. */
const LIFE_MS: Readonly<Record<OneTimePurpose, number>> = {
  setup: HOUR_MS,
  reset: HOUR_MS,
  proof: HOUR_MS,
  invitation: 7 * DAY_MS,
}

/** The page of each purpose, which sends the token on. */
const PAGES: Readonly<Record<OneTimePurpose, string>> = {
  setup: 'setup',
  reset: 'reset-password',
  proof: 'reset-password',
  invitation: 'accept-invitation',
}

/** The limit for requests with tokens of links, which are counted by address, with or without a credential. */
export const LINK_LIMIT: AddressLimit = { name: 'one-time-link', requestsPerMinute: 20 }

/**
 * Makes the one refusal of a token that is unknown, used, expired or for another purpose, so that it tells no
 * difference.
 */
export const deadOneTimeLink = (): ServiceError =>
  new ServiceError(
    'NOT_FOUND',
    'This link does not work: it may be used, expired or cut off. Ask for another one',
  )

interface LinkRequest {
  purpose: OneTimePurpose
  /** The id of the user or thing that the link is for. */
  subject: string
  orgId?: string
  now: number
}

interface OneTimeLink {
  token: string
  /** The link, with the token after `#`, so that no log and no other site learns the token from the address. */
  url: string
  /** The row to store. It has no token: the token and the link are shown once and stored nowhere. */
  row: OneTimeTokenRow
}

/** Makes a link that works once; `publicUrl` has no slash at its end. */
export function makeOneTimeLink(
  publicUrl: string,
  { purpose, subject, orgId, now }: LinkRequest,
): OneTimeLink {
  const token = mintToken('oneTime')
  return {
    token,
    url: `${publicUrl}/app/${PAGES[purpose]}#${token}`,
    row: {
      hash: hashToken(token),
      purpose,
      subject,
      org_id: orgId ?? null,
      created_at: now,
      expires_at: now + LIFE_MS[purpose],
    },
  }
}

/** Reads a token that was sent; undefined for a text that is not a one-time token, which needs no look-up. */
export function sentToken(
  text: string,
  purpose: OneTimePurpose,
  now: number,
): SentToken | undefined {
  return tokenFamily(text) === 'oneTime' ? { hash: hashToken(text), purpose, now } : undefined
}
