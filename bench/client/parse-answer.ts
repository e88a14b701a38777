/** One HTTP/1.1 answer, its body without chunk framing. */
export interface HttpAnswer {
  status: number
  body: Buffer
}

interface ParsedAnswer extends HttpAnswer {
  /** Number of input bytes that the answer took. */
  size: number
}

const HEAD_END = '\r\n\r\n'

/**
 * Parses the answer at the start of `input`; undefined while it is incomplete.
 * Throws on a body framed by the end of the connection: a keep-alive load has none.
 */
export function parseAnswer(input: Buffer): ParsedAnswer | undefined {
  const headEnd = input.indexOf(HEAD_END)
  if (headEnd === -1) return undefined
  const head = input.toString('latin1', 0, headEnd).toLowerCase()
  const status = Number(head.slice(9, 12))
  const bodyStart = headEnd + HEAD_END.length
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1]
  if (length !== undefined) return parseSized(input, status, bodyStart, Number(length))
  if (head.includes('\r\ntransfer-encoding: chunked')) return parseChunked(input, status, bodyStart)
  if (status === 204 || status === 304) return { status, body: Buffer.alloc(0), size: bodyStart }
  throw new Error(`HTTP answer ${status} without a length`)
}

function parseSized(
  input: Buffer,
  status: number,
  start: number,
  length: number,
): ParsedAnswer | undefined {
  const size = start + length
  if (input.length < size) return undefined
  return { status, body: input.subarray(start, size), size }
}

function parseChunked(input: Buffer, status: number, start: number): ParsedAnswer | undefined {
  const chunks: Buffer[] = []
  let at = start
  for (;;) {
    const lineEnd = input.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const length = Number.parseInt(input.toString('latin1', at, lineEnd), 16)
    const dataStart = lineEnd + 2
    const next = dataStart + length + 2
    if (input.length < next) return undefined
    if (length === 0) return { status, body: Buffer.concat(chunks), size: next }
    chunks.push(input.subarray(dataStart, dataStart + length))
    at = next
  }
}
