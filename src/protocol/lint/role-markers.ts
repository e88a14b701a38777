import { normaliseNfkc } from './normalise-nfkc.ts'
import type { Span } from './span.ts'

/** Matches the marks by which chat formats show who speaks. */
const BRACKETED =
  /<\|[\w ]{1,30}\|>|\[\/?(?:INST|SYS|SYSTEM)\]|<<\/?SYS>>|<\/?(?:system|assistant|developer|instructions?|system[-_]prompt)>/gi
/** Matches the beginning of a line that pretends to come from the system or the assistant. */
const LINE =
  /[ \t>#*[]{0,8}(?:system|assistant|developer)(?:[ _-](?:prompt|message|note|override|update))?[\]*]{0,3}[ \t]?[:：]/iy

/** Finds role markers, such as `system:` at the beginning of a line, which replace the assistant's instructions. */
export function findRoleMarkers(text: string): Span[] {
  const form = normaliseNfkc(text)
  const plain = form.length === text.length ? form : text
  return [...bracketed(plain), ...lines(plain)]
}

function bracketed(text: string): Span[] {
  if (!text.includes('<') && !text.includes('[')) return []
  return [...text.matchAll(BRACKETED)].map(spanOf)
}

const spanOf = ({ index, 0: marker }: RegExpExecArray): Span => ({
  start: index,
  end: index + marker.length,
})

function lines(text: string): Span[] {
  const found: Span[] = []
  for (let start = 0; start >= 0; start = nextLine(text, start)) {
    LINE.lastIndex = start
    const match = LINE.exec(text)
    if (match !== null) found.push(spanOf(match))
  }
  return found
}

const LINE_END = /[\n\r\u2028\u2029]/g

/** Returns the offset of the next line; -1 where no line follows. */
function nextLine(text: string, from: number): number {
  LINE_END.lastIndex = from
  return LINE_END.test(text) ? LINE_END.lastIndex : -1
}
