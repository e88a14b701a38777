import { createHmac, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import { invalidField, ServiceError } from '../door/errors.ts'

/** The minutes for which a link to a file opens. */
export const LINK_MINUTES = 15
const LINK_MS = LINK_MINUTES * MINUTE_MS

/** The content of a link: one query about one site, asked with one key. */
export interface LinkGrant {
  keyId: string
  siteId: string
  /** The time at which the link was made; a range such as `7d` is relative to it. */
  madeAt: number
  query: Readonly<Record<string, unknown>>
}

/** Half of SHA-256: a tag of 128 bits cannot be found by trying. */
const TAG_BYTES = 16
/** The most characters of a token: programs cut long addresses, which also hold the service's own part. */
const MAX_TOKEN_CHARS = 1_800
/** The most characters of a written query before it is packed; a longer one does not fit, however well it packs. */
const MAX_PAYLOAD_CHARS = 32_768

const Payload = z.tuple([z.string(), z.string(), z.number(), z.record(z.string(), z.unknown())])

/** Makes and reads the tokens of links that open without a credential. Nothing is stored: a token holds what it grants. */
export class LinkSigner {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** Makes the token of a link. Throws VALIDATION_FAILED for a query that is too long for an address. */
  sign({ keyId, siteId, madeAt, query }: LinkGrant): { token: string; expiresAt: number } {
    const payload = JSON.stringify([keyId, siteId, madeAt, query])
    if (payload.length > MAX_PAYLOAD_CHARS) throw tooLong()
    const packed = deflateRawSync(payload, { level: 9 })
    const token = Buffer.concat([this.#tag(packed), packed]).toString('base64url')
    if (token.length > MAX_TOKEN_CHARS) throw tooLong()
    return { token, expiresAt: madeAt + LINK_MS }
  }

  /**
   * Returns the query that a token grants. Throws INVALID_CREDENTIAL for any other text, and 15 minutes after
   * `madeAt`.
   */
  open(token: string, nowMs: number): LinkGrant {
    if (token.length > MAX_TOKEN_CHARS) throw deadLink()
    const bytes = Buffer.from(token, 'base64url')
    const [tag, packed] = [bytes.subarray(0, TAG_BYTES), bytes.subarray(TAG_BYTES)]
    // The decoder skips characters outside base64url and ignores the last bits, but one token has one spelling.
    const isWhole = tag.length === TAG_BYTES && bytes.toString('base64url') === token
    if (!isWhole || !timingSafeEqual(tag, this.#tag(packed))) throw deadLink()
    // @NOTE the tag proves that `sign` packed this, so it unpacks to a few kilobytes of JSON.
    const { success, data } = Payload.safeParse(JSON.parse(inflateRawSync(packed).toString()))
    if (!success) throw deadLink()
    const [keyId, siteId, madeAt, query] = data
    // A link from a later time was made before the clock was set back, and may be older than rights that ended since.
    if (nowMs >= madeAt + LINK_MS || madeAt > nowMs) throw deadLink()
    return { keyId, siteId, madeAt, query }
  }

  #tag(packed: Buffer): Buffer {
    return createHmac('sha256', this.#secret).update(packed).digest().subarray(0, TAG_BYTES)
  }
}

const tooLong = (): ServiceError =>
  invalidField(
    'filters',
    'too_long',
    'A link has no room for so many values; take fewer, or a glob or starts_with in place of many',
  )

/** Makes the refusal of a link. The answer is the same for every fault, and says to a person what to do. */
export const deadLink = (): ServiceError =>
  new ServiceError(
    'INVALID_CREDENTIAL',
    `This link does not open, or no longer: links end after ${LINK_MINUTES} minutes, and with the key that they were made with. Ask for another one`,
  )
