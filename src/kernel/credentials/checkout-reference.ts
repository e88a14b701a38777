import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '../../lib/time/clock.ts'

/** The time after the fetch of a reference in which a checkout that carries it may begin. */
export const REFERENCE_LIFE_MS = DAY_MS

/** The person who fetched a reference, the organization that it is for, and the time (epoch ms). */
export interface CheckoutReference {
  orgId: string
  userId: string
  madeAt: number
  /** The id by which this one reference is recognized later, so that it counts once. */
  id: string
}

/** A text that was sent as a reference: a signed reference, or any other text, which may name an organization. */
export type SentReference =
  | { isSigned: true; reference: CheckoutReference }
  | { isSigned: false; named: string; isBare: boolean }

const ID_BYTES = 8
/** Half of SHA-256: a tag of 128 bits cannot be found by trying. */
const TAG_BYTES = 16
const REFERENCE = /^(\w{1,48})-(\w{1,48})-([0-9a-z]{1,9})-([0-9a-f]{16})-([\w-]{22})$/

/**
 * Makes and reads the reference that a checkout carries through the payment gateway, so that the payer is bound to the
 * organization of the owner who fetched it. Stripe takes at most 200 letters, digits, hyphens and underscores:
 * https://docs.stripe.com/payment-links/url-parameters
 */
export class CheckoutReferences {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  sign({ orgId, userId, madeAt }: Omit<CheckoutReference, 'id'>): string {
    const id = randomBytes(ID_BYTES).toString('hex')
    const signed = [orgId, userId, madeAt.toString(36), id].join('-')
    return `${signed}-${this.#tag(signed)}`
  }

  read(text: string): SentReference {
    const [, orgId = '', userId = '', madeAt = '', id = '', tag = ''] = REFERENCE.exec(text) ?? []
    const right = Buffer.from(this.#tag([orgId, userId, madeAt, id].join('-')))
    const sent = Buffer.from(tag)
    // The texts of the tags are compared, not their bytes: a tag has one spelling.
    if (sent.length === right.length && timingSafeEqual(sent, right)) {
      const reference = { orgId, userId, madeAt: Number.parseInt(madeAt, 36), id }
      return { isSigned: true, reference }
    }
    const [named = ''] = text.split('-', 1)
    return { isSigned: false, named, isBare: named === text }
  }

  #tag(signed: string): string {
    const hash = createHmac('sha256', this.#secret).update(signed).digest()
    return hash.subarray(0, TAG_BYTES).toString('base64url')
  }
}
