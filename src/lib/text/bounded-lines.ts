/** A line of a stream; of one that is longer than allowed, nothing is kept. */
export type BoundedLine = { isTooLong: false; text: string } | { isTooLong: true }

const NEWLINE = 0x0a

/**
 * Yields the lines of a stream of bytes, and keeps no more than `maxBytes` of a line in memory. The last line may lack
 * its line break.
 */
export async function* boundedLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<BoundedLine, void, void> {
  let parts: Uint8Array[] = []
  let sizeBytes = 0
  const takeLine = (): BoundedLine => {
    const line: BoundedLine =
      sizeBytes > maxBytes
        ? { isTooLong: true }
        : { isTooLong: false, text: Buffer.concat(parts).toString('utf8') }
    parts = []
    sizeBytes = 0
    return line
  }
  for await (const chunk of input) {
    let rest = chunk
    for (let end = rest.indexOf(NEWLINE); ; end = rest.indexOf(NEWLINE)) {
      const part = end < 0 ? rest : rest.subarray(0, end)
      sizeBytes += part.length
      if (sizeBytes > maxBytes) parts = []
      else parts.push(part)
      if (end < 0) break
      yield takeLine()
      rest = rest.subarray(end + 1)
    }
  }
  if (sizeBytes > 0) yield takeLine()
}
