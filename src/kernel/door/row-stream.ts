/** An answer that is sent as a file, whose rows are made while they are sent. */
export interface RowStream {
  mimeType: string
  /** The name under which a browser saves the file, of letters, digits and `.-_` only. */
  fileName: string
  /** The cursor of the next part; null where this part was not limited, or is not known to end before the rows do. */
  nextCursor: string | null
  /** Notes on the rows, as far as they are known before the rows are read. */
  notes?: readonly string[]
  /** Returns notes on rows that the file does not have; it is called after the last row. */
  leftOut?: () => readonly string[]
  chunks: AsyncIterable<Uint8Array | string>
}

export const STREAM_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type StreamFormat = keyof typeof STREAM_TYPES
