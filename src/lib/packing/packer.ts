import type { Coding } from '../web/accepted-coding.ts'
import { packedFixed } from './fixed-bytes.ts'
import { packBytes } from './pack-bytes.ts'

/**
 * The most packings at a time: two for each of the threads that Node has for such work, on which files and names are
 * looked up as well.
 */
const MAX_UNDER_WAY = 8
const MAX_BYTES_UNDER_WAY = 16 * 1024 * 1024

/**
 * Packs bytes that are sent once, within bounds: bytes beyond the bounds are sent as they are, which each client takes.
 */
export class Packer {
  #underWay = 0
  #bytes = 0

  /** Returns the packed form; undefined where as many packings are under way as may be. */
  pack(bytes: Uint8Array, coding: Coding): Promise<Buffer> | undefined {
    const fixed = packedFixed(bytes, coding)
    if (fixed) return fixed
    const isTooMuch =
      this.#underWay >= MAX_UNDER_WAY || this.#bytes + bytes.length > MAX_BYTES_UNDER_WAY
    return isTooMuch ? undefined : this.#packOne(bytes, coding)
  }

  async #packOne(bytes: Uint8Array, coding: Coding): Promise<Buffer> {
    this.#underWay += 1
    this.#bytes += bytes.length
    try {
      return await packBytes(bytes, coding, 'fast')
    } finally {
      this.#underWay -= 1
      this.#bytes -= bytes.length
    }
  }
}
