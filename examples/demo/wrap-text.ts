import { displayWidth, toOneLine } from '../../src/lib/text/display-width.ts'

/** A text as lines of at most a number of cells, broken between words; a word that is longer keeps a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of toOneLine(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

/** The same as one text, with an indent before its lines and, where given, another one before the first. */
export function indented(text: string, width: number, indent = '  ', first = indent): string {
  const lines = wrapText(text, width - indent.length)
  return lines.map((line, i) => (i === 0 ? first : indent) + line).join('\n')
}
