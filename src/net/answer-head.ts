import { FetchError } from './fetch-error.ts'

/**
 * The head of an answer: the final one, in a form that a parser of HTTP takes, or a note of an interim head before it.
 */
export type AnswerHead =
  | { kind: 'interim'; isMended: boolean }
  /** A final head; `text` is in latin1, and ends with the empty line. */
  | { kind: 'final'; text: string; isMended: boolean }

const TOKEN = String.raw`[!#$%&'*+.^_\x60|~\w-]+`
const TEXT = String.raw`[\t\x20-\x7E\x80-\xFF]*`
const SOUND_HEAD = new RegExp(
  `^HTTP/1\\.[01] [2-9]\\d\\d(?: ${TEXT})?\\r\\n(?:${TOKEN}:${TEXT}\\r\\n)*\\r\\n$`,
)
const SOUND_LINE = new RegExp(`^${TOKEN}:${TEXT}$`)
/** The pattern of a field with blanks between its name and its colon, which are ignored (RFC 9112 5.1). */
const NAMED_LINE = new RegExp(`^(${TOKEN})[\\t ]+:(.*)$`, 's')
const STATUS_LINE = /^HTTP\/\d+\.(\d+)[\t ]+([1-9]\d\d)(?!\d)(.*)$/is
const FRAMING = /^(content-length|transfer-encoding):(.*)$/i
const FRAMING_LINES = new RegExp(FRAMING, 'gim')
/** The pattern of a line that one of two parsers may read as the length of the body. */
const MAY_FRAME = /^[^a-z]*(?:content[^a-z]*length|transfer[^a-z]*encoding)/i
const OF_CONNECTION = /^(?:connection|keep-alive|proxy-connection):/i
/** The pattern of controls that may become blanks (RFC 9110 5.5); NUL and CR are refused before. */
const CONTROLS = /[^\P{Cc}\t\u0080-\u009F]/gu

/**
 * Reads a head with its empty line, in latin1. It mends what browsers tolerate: lines that are not fields are left out
 * (https://source.chromium.org/chromium/chromium/src/+/main:net/http/http_util.cc, `HeadersIterator::GetNext`), folded
 * lines are joined, and ends of lines are normalized. Since the sender may mean something else by such a head, the
 * connection ends with the answer (with `mustEnd`, an interim head before it was mended). Throws FetchError where two
 * parsers could take the length of the body differently (RFC 9112 6.3), for a NUL or a lone CR, and for 101.
 */
export function readAnswerHead(head: string, mustEnd = false): AnswerHead {
  if (!mustEnd && isSound(head)) return { kind: 'final', text: head, isMended: false }
  const [status = '', ...lines] = linesOf(head)
  const [, minor, code = '', reason = ''] = STATUS_LINE.exec(status) ?? []
  if (code === '') throw refused('The first line has no status')
  if (code === '101') throw refused('The host changes to a protocol that was not asked for')
  const { fields, isMended } = readFields(lines)
  if (code.startsWith('1')) return { kind: 'interim', isMended }
  const first = `HTTP/1.${minor === '0' ? 0 : 1} ${code}${withoutControls(reason)}`
  const kept = framedOnce(fields).filter((line) => !OF_CONNECTION.test(line))
  return {
    kind: 'final',
    text: [first, ...kept, 'Connection: close', '', ''].join('\r\n'),
    isMended: true,
  }
}

/** True for the head of an answer whose lines can all be parsed, and which states a length once at most. */
function isSound(head: string): boolean {
  if (!SOUND_HEAD.test(head)) return false
  const [framing, another] = head.match(FRAMING_LINES) ?? []
  return another === undefined && framing?.includes(',') !== true
}

/** Returns the lines of a head without their ends and without the empty one. */
function linesOf(head: string): string[] {
  const lines = head.split('\n').map((line) => line.replace(/\r$/, ''))
  if (/[\0\r]/.test(lines.join(''))) throw refused('A header has a NUL or a lone carriage return')
  return lines.slice(0, -2)
}

/** Reads lines as fields that can be parsed, and says whether any had to be changed. */
function readFields(lines: readonly string[]): { fields: string[]; isMended: boolean } {
  const fields: string[] = []
  let isMended = false
  for (const line of lines) {
    if (SOUND_LINE.test(line)) {
      fields.push(line)
      continue
    }
    isMended = true
    const isFolded = /^[\t ]/.test(line)
    const before = isFolded ? fields.at(-1) : undefined
    if (MAY_FRAME.test(line) || (before !== undefined && MAY_FRAME.test(before))) {
      throw refused('The length of the body is stated in a malformed line')
    }
    if (before !== undefined)
      fields[fields.length - 1] = withoutControls(`${before} ${line.trim()}`)
    else fields.push(...mended(line))
  }
  return { fields, isMended }
}

/** Returns the field that a malformed line is meant to be; an empty list where it has no name. */
function mended(line: string): string[] {
  const clean = withoutControls(line)
  const [, name = '', value = ''] = NAMED_LINE.exec(clean) ?? []
  return [name === '' ? clean : `${name}:${value}`].filter((one) => SOUND_LINE.test(one))
}

/** Returns the fields with one statement of the length: repeated ones must have the same value (RFC 9112 6.3). */
function framedOnce(fields: readonly string[]): string[] {
  const stated = new Set<string>()
  const others = fields.filter((line) => {
    const [, name = '', values = ''] = FRAMING.exec(line) ?? []
    for (const value of values.split(',')) stated.add(`${name}: ${value.trim()}`.toLowerCase())
    return name === ''
  })
  stated.delete(': ')
  if (stated.size > 1) throw refused('The length of the body is stated in two ways')
  return [...others, ...stated]
}

const withoutControls = (line: string): string => line.replaceAll(CONTROLS, ' ')

const refused = (why: string): FetchError =>
  new FetchError('PROTOCOL_ERROR', `The answer is not valid HTTP: ${why}`)
