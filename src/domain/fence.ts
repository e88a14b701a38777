import { randomBytes } from 'node:crypto'
import { isAscii } from '../lib/text/is-ascii.ts'
import { toLatin } from '../protocol/lint/confusables.ts'
import { normaliseNfkc } from '../protocol/lint/normalise-nfkc.ts'

const NAME = 'untrusted'

/**
 * Encloses a text by visitors, pages or engines in marks that it cannot close: the name of the mark is random, and a
 * mark that the text itself writes, in letters of any kind, is removed. The server's instructions tell the model that
 * everything between the marks is data.
 */
export function fence(text: string): string {
  const name = `${NAME}-${randomBytes(6).toString('hex')}`
  return `<${name}>\n${withoutMarks(text)}\n</${name}>`
}

/** Encloses at most the first `maxChars` characters of a text as `fence` does. */
export function fenceShort(text: string, maxChars: number): string {
  if (text.length <= maxChars) return fence(text)
  return fence(`${text.slice(0, maxChars - 1).toWellFormed()}…`)
}

const LETTERS = Array.from(NAME).join(String.raw`\s*`)
/** Matches the name of a mark where marks have it: behind an angle bracket or before a dash. */
const MARK = new RegExp(
  String.raw`[<‹〈⟨]\s*(?:[/\\⁄∕]\s*)?${LETTERS}|${LETTERS}\s*[-‐‒–—―−⁃_]`,
  'giu',
)
const NO_MARK = '[mark]'

function withoutMarks(text: string): string {
  if (isAscii(text)) return text.replace(MARK, NO_MARK)
  return text
    .split('\n')
    .map((line) => {
      if (isAscii(line)) return line.replace(MARK, NO_MARK)
      // A line that imitates a mark loses its original spelling.
      const plain = plainLine(line)
      return plain.search(MARK) < 0 ? line : plain.replace(MARK, NO_MARK)
    })
    .join('\n')
}

/** Normalises a line (NFKC), without combining marks, invisible characters and confusable letters. */
function plainLine(line: string): string {
  const bare = normaliseNfkc(line)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, '')
  return bare.replace(/[^\0-\x7F]+/g, (letters) => toLatin(letters.toLowerCase()))
}
