import type { ServerResponse } from 'node:http'
import type { RowStream } from '../kernel/door/row-stream.ts'

/** The most characters of one header; proxies take all headers of an answer together to 4 or 8 KB. */
const MAX_CHARACTERS = 2_000

/**
 * Sets the header for notes that are known before the rows of a file, and announces the trailer for those known after
 * them.
 */
export function setFileNotes(response: ServerResponse, { notes, leftOut }: RowStream): void {
  if (notes && notes.length > 0) response.setHeader('X-Notes', headerText(notes))
  // Only an answer in chunks has a place for it.
  const { method, httpVersion } = response.req
  if (leftOut && method !== 'HEAD' && httpVersion !== '1.0') {
    response.setHeader('Trailer', 'X-Left-Out')
  }
}

/**
 * Adds the trailer of a file to which all rows were written (RFC 9110, 6.5). The trailer says what is missing in the
 * file, or `[]`; a file without `leftOut` has no trailer.
 */
export function addFileEnd(response: ServerResponse, { leftOut }: RowStream): void {
  if (leftOut) response.addTrailers({ 'X-Left-Out': headerText(leftOut()) })
}

/** Writes texts as a list in JSON, in ASCII, as many of them as a header has room for. */
function headerText(texts: readonly string[]): string {
  const shown = [...texts]
  let text = asciiJson(shown)
  while (text.length > MAX_CHARACTERS && shown.length > 0) {
    shown.pop()
    text = asciiJson([...shown, `${texts.length - shown.length} more notes: format=json has them`])
  }
  return text
}

const asciiJson = (texts: readonly string[]): string =>
  JSON.stringify(texts).replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
