import type { Coding } from '../web/accepted-coding.ts'
import { packedFixed } from './fixed-bytes.ts'
import { packBytes } from './pack-bytes.ts'

/** As many as two for each thread that Node has for work of this kind: files and names are looked up on the same ones. */
const MAX_UNDER_WAY = 8
const MAX_BYTES_UNDER_WAY = 16 * 1024 * 1024

/** Packs what is sent once, within bounds: what would exceed them is sent as it is, which each client takes. */
export class Packer {
  #underWay = 0
  #bytes = 0

  /** Answers the packed form; undefined where as much is being packed already as may be. */
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
