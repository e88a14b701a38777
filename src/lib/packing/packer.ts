import type { Coding } from '../web/accepted-coding.ts'
import { packedFixed } from './fixed-bytes.ts'
import { packBytes } from './pack-bytes.ts'

/**
 * The most packings at a time: two for each of Node's four threads for such work, which also look up files and host
 * names.
 */
const MAX_UNDER_WAY = 8
const MAX_BYTES_UNDER_WAY = 16 * 1024 * 1024

/**
 * Packs answers, as long as neither too many packings nor too many bytes are under way. An answer that it does not pack
 * is sent as it is, which each client takes.
 */
export class Packer {
  #underWay = 0
  #bytes = 0

  /**
   * Returns the packed form of bytes: the kept one for bytes that `fixBytes` has marked; undefined where too much is
   * being packed already.
   */
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
