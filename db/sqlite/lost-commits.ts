import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Damage } from './check-tables.ts'

// The form of the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/**
 * The number at the beginning of a log. If its last bit is set, the first byte of each word that is summed is the
 * highest.
 */
const MAGIC = 0x377f0682
/** The size of a page in bytes, SQLite's default; this service sets no other. */
const PAGE_BYTES = 4_096

/**
 * Finds commits that SQLite would silently leave out of the log at its next opening, since the checksum of a frame is
 * wrong. A power cut leaves such a frame at the end of the log; the log is damaged only where later frames stand behind
 * a lost commit. Returns undefined for an undamaged log. No connection to the database may be open in this process. It
 * takes as long as reading the log, which is empty after a clean stop.
 */
export function lostCommits(file: string): Damage | undefined {
  const log = openLog(`${file}-wal`)
  if (log === undefined) return undefined
  try {
    const head = readHead(log)
    if (!head) return undefined
    const lost = firstLost(log, head)
    // Another process may restart the log while this one reads it, which changes its header.
    if (lost === undefined || readHead(log)?.bytes.equals(head.bytes) !== true) return undefined
    const place = head.isWhole ? `frame ${lost}` : 'its head'
    return {
      what: 'write-ahead log',
      found: `${place} cannot be read, and what was committed from there on is left out`,
    }
  } finally {
    closeSync(log)
  }
}

function openLog(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

interface Head {
  bytes: Buffer
  /**
   * True for a header that is not damaged; the fields of a damaged one, except the sums, are those of a log that this
   * machine writes.
   */
  isWhole: boolean
  isLittleEndian: boolean
  pageBytes: number
}

function readHead(log: number): Head | undefined {
  const bytes = Buffer.alloc(HEADER_BYTES)
  if (readSync(log, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined
  const magic = bytes.readUInt32BE(0)
  const isLittleEndian = magic !== MAGIC + 1
  const sum = sumUp(bytes.subarray(0, 24), isLittleEndian, [0, 0])
  const isWhole = (magic === MAGIC || magic === MAGIC + 1) && isSame(sum, sumsAt(bytes, 24))
  return { bytes, isWhole, isLittleEndian, pageBytes: isWhole ? bytes.readUInt32BE(8) : PAGE_BYTES }
}

/**
 * Returns the number, from 1, of the first frame that SQLite would leave out, if a later frame was written behind its
 * commit; else undefined.
 */
function firstLost(log: number, { bytes, isWhole, ...form }: Head): number | undefined {
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + form.pageBytes)
  const count = Math.floor((fstatSync(log).size - HEADER_BYTES) / frame.length)
  let before = sumsAt(bytes, 24)
  let lost = isWhole ? undefined : 1
  let isCommitLost = false
  for (let n = 1; n <= count; n++) {
    readSync(log, frame, 0, frame.length, HEADER_BYTES + (n - 1) * frame.length)
    // Frames that an earlier log left in the file have other salts.
    const isOfLog = !isWhole || frame.subarray(8, 16).equals(bytes.subarray(16, 24))
    const follows = isOfLog && isSame(sumOfFrame(frame, form, before), sumsAt(frame, 16))
    before = sumsAt(frame, 16)
    if (!follows) lost ??= n
    else if (isCommitLost) return lost
    // A commit says how large the database is from there on.
    if (lost !== undefined && isOfLog && frame.readUInt32BE(4) > 0) isCommitLost = true
  }
  return undefined
}

/**
 * The two checksums of a frame, which cover all frames up to it, so that each frame can be compared with the one
 * before.
 */
type Sums = readonly [number, number]

const sumsAt = (bytes: Buffer, offset: number): Sums => [
  bytes.readUInt32BE(offset),
  bytes.readUInt32BE(offset + 4),
]

const isSame = (a: Sums, b: Sums): boolean => a[0] === b[0] && a[1] === b[1]

function sumOfFrame(frame: Buffer, form: Pick<Head, 'isLittleEndian'>, before: Sums): Sums {
  const { isLittleEndian } = form
  const ofHeader = sumUp(frame.subarray(0, 8), isLittleEndian, before)
  return sumUp(frame.subarray(FRAME_HEADER_BYTES), isLittleEndian, ofHeader)
}

function sumUp(bytes: Buffer, isLittleEndian: boolean, [first, second]: Sums): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [a, b] = [first, second]
  for (let i = 0; i < bytes.length; i += 8) {
    a = (a + view.getUint32(i, isLittleEndian) + b) >>> 0
    b = (b + view.getUint32(i + 4, isLittleEndian) + a) >>> 0
  }
  return [a, b]
}
