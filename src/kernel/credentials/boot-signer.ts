import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../../lib/time/clock.ts'

/**
 * The hours after the hour of its making in which a boot id is valid: caches may keep a configuration for a day when
 * they do not reach us (`stale-if-error`), and a reader may leave the page open for a while.
 */
const HOURS_AFTER = 25
/** The hours by which a boot id may come from the future: another process may make it with a clock that is ahead. */
const HOURS_BEFORE = 1

/** Half of SHA-256: a tag of 128 bits cannot be found by trying. */
const TAG_BYTES = 16
const BOOT_ID = /^([0-9a-z]{1,8})\.([\w-]{22})$/

/**
 * Makes and checks the boot ids of widgets. A valid boot id shows that its sender got the configuration of that site
 * not long ago. Boot ids are the same for all readers within an hour, so they identify no one, nothing is stored, and
 * caches share the configuration.
 */
export class BootSigner {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  sign(siteId: string, nowMs: number): string {
    const hour = hourOf(nowMs).toString(36)
    return `${hour}.${this.#tag(siteId, hour).toString('base64url')}`
  }

  /** True for a boot id of this site that has not ended; false for any other text. */
  isValid(siteId: string, boot: string, nowMs: number): boolean {
    const [, hour = '', tag = ''] = BOOT_ID.exec(boot) ?? []
    const age = hourOf(nowMs) - Number.parseInt(hour, 36)
    if (!(age >= -HOURS_BEFORE && age <= HOURS_AFTER)) return false
    return timingSafeEqual(Buffer.from(tag, 'base64url'), this.#tag(siteId, hour))
  }

  #tag(siteId: string, hour: string): Buffer {
    const hash = createHmac('sha256', this.#secret).update(`${hour}\n${siteId}`)
    return hash.digest().subarray(0, TAG_BYTES)
  }
}

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS)
