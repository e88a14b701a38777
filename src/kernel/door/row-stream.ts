/** An answer as a file: its rows are made while they are sent. */
export interface RowStream {
  mimeType: string
  /** A browser saves it under this name of letters, digits and `.-_` only. */
  fileName: string
  /** The place where the next part begins, when this part was limited and is known to end before the rows do. */
  nextCursor: string | null
  /** Notes on the rows, as far as they are known before the rows are read. */
  notes?: readonly string[]
  /** Says after the last row what the file does not have. */
  leftOut?: () => readonly string[]
  chunks: AsyncIterable<Uint8Array | string>
}

export const STREAM_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type StreamFormat = keyof typeof STREAM_TYPES
