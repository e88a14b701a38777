import { readFileSync } from 'node:fs'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** The place of a frame in a write-ahead log, and the page that it holds. */
export interface LogFrame {
  offset: number
  page: number
  isCommit: boolean
}

/** Lists the frames of the log next to a database, oldest first; all of them are of one run. */
export function framesOf(file: string): LogFrame[] {
  const log = readFileSync(`${file}-wal`)
  const pageBytes = log.readUInt32BE(8)
  const frames: LogFrame[] = []
  for (
    let offset = HEADER_BYTES;
    offset + FRAME_HEADER_BYTES + pageBytes <= log.length;
    offset += FRAME_HEADER_BYTES + pageBytes
  ) {
    const isCommit = log.readUInt32BE(offset + 4) > 0
    frames.push({ offset, page: log.readUInt32BE(offset), isCommit })
  }
  return frames
}
