import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from '../web/accepted-coding.ts'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** The effort of packing: `fast` for bytes that are sent once, `small` for bytes that are sent again and again. */
type Effort = 'fast' | 'small'

const BROTLI_QUALITY = { fast: 4, small: 9 } as const
const GZIP_LEVEL = { fast: 6, small: 9 } as const
/**
 * The window of Brotli as a power of two, 256 kB: the default takes several megabytes for each answer that is packed.
 */
const BROTLI_WINDOW_BITS = 18

/** Packs bytes on another thread, so that the event loop goes on. */
export function packBytes(bytes: Uint8Array, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'gzip') return packGzip(bytes, { level: GZIP_LEVEL[effort] })
  return packBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
