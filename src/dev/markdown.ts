export const code = (text: string): string => `\`${text}\``

export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A part of a page that a command writes. */
interface GeneratedPart {
  page: string
  name: string
  what: 'list' | 'table'
  by?: string
}

/** Puts a generated text between the marks of its name. Throws where the text of the page lacks them. */
export function withGenerated(
  text: string,
  { page, name, what, by = 'npm run docs' }: GeneratedPart,
  generated: string,
): string {
  const begin = `<!-- ${name}: ${by} writes this ${what} -->`
  const end = `<!-- /${name} -->`
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`${page} lacks ${begin}`)
  return `${before}${begin}\n\n${generated}\n\n${end}${after}`
}
