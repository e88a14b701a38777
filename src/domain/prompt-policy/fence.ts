import { randomBytes } from 'node:crypto'
import { isAscii } from '../../lib/text/is-ascii.ts'
import { latinLook } from './look-alikes.ts'
import { compatibleForm } from './plain-forms.ts'

const NAME = 'untrusted'

/**
 * Puts a text that visitors, pages or engines wrote between marks that it cannot close: the name is drawn anew each time,
 * and where the text itself writes such a mark, in whatever letters, that is taken out. A model is told, in the server's
 * instructions, that what stands between them is data.
 */
export function fence(text: string): string {
  const name = `${NAME}-${randomBytes(6).toString('hex')}`
  return `<${name}>\n${withoutMarks(text)}\n</${name}>`
}

/** As `fence`, of the beginning of a text. */
export function fenceShort(text: string, maxChars: number): string {
  if (text.length <= maxChars) return fence(text)
  return fence(`${text.slice(0, maxChars - 1).toWellFormed()}…`)
}

const LETTERS = Array.from(NAME).join(String.raw`\s*`)
/** The name as a mark has it: behind an angle bracket, or before a dash. */
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
      // A line that writes a mark is not owed its spelling.
      const plain = plainLine(line)
      return plain.search(MARK) < 0 ? line : plain.replace(MARK, NO_MARK)
    })
    .join('\n')
}

/** A line in compatible letters without marks, invisible characters and letters that look like others. */
function plainLine(line: string): string {
  const bare = compatibleForm(line)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, '')
  return bare.replace(/[^\0-\x7F]+/g, (letters) => latinLook(letters.toLowerCase()))
}
