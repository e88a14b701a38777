import * as z from 'zod'
import type { Reading } from './question.ts'

/** The parts of a tool's answer that are read. */
export const ToolResult = z.object({
  content: z.array(z.object({ text: z.string().default('') })),
  structuredContent: z
    .object({
      columns: z.array(z.string()).default([]),
      // The rows, or for a file the number of its rows.
      rows: z.union([z.array(z.array(z.unknown())), z.number()]).default([]),
      url: z.string().optional(),
    })
    .optional(),
  isError: z.boolean().default(false),
})
export type ToolResult = z.infer<typeof ToolResult>
/** Reads the value that a question asks for. Throws where the answer has no such column. */
export async function readAnswer(
  { content, structuredContent }: ToolResult,
  reading: Reading,
): Promise<number | string> {
  const { columns = [], rows: given = [], url = '' } = structuredContent ?? {}
  const rows = typeof given === 'number' ? [] : given
  if (reading === 'rows') return rows.length
  if ('text' in reading) return textIn(withoutFences(content[0]?.text ?? ''), reading.text)
  if ('file' in reading) return readFile(await (await fetch(url)).text(), reading.file)
  return readTable({ columns, rows }, reading)
}

/** Marks around the words of others are for models; in JSON their lines end with an escape. */
const withoutFences = (text: string): string =>
  text.replaceAll(/<untrusted-[0-9a-f]+>(?:\\n|\n)|(?:\\n|\n)<\/untrusted-[0-9a-f]+>/g, '')

/** Returns a number as a number, since documents have numbers as text. */
function textIn(text: string, pattern: string): number | string {
  const value = new RegExp(pattern).exec(text)?.groups?.['value'] ?? `nothing like ${pattern}`
  return /^\d+$/.test(value) ? Number(value) : value
}

interface ReadTable {
  columns: readonly string[]
  rows: readonly (readonly unknown[])[]
}

function readTable(
  { columns, rows }: ReadTable,
  reading: Extract<Reading, { sum: string } | { cell: string }>,
): number | string {
  const place = (column: string): number => {
    const found = columns.indexOf(column)
    if (found < 0) throw new Error(`No column ${column} among ${columns.join(' ')}`)
    return found
  }
  if ('sum' in reading) return sumOf(rows.map((row) => row[place(reading.sum)]))
  const value = rowFor(reading, rows, place)?.[place(reading.cell)]
  return typeof value === 'number' ? value : String(value)
}

function rowFor(
  reading: Extract<Reading, { cell: string }>,
  rows: readonly (readonly unknown[])[],
  place: (column: string) => number,
): readonly unknown[] | undefined {
  if ('highest' in reading) {
    const column = place(reading.highest)
    return rows.toSorted((a, b) => Number(b[column]) - Number(a[column]))[0]
  }
  const { row } = reading
  if (row === 'first') return rows[0]
  return rows.find((cells) => cells[place(row.column)] === row.is)
}

const sumOf = (values: readonly unknown[]): number =>
  values.reduce<number>((total, value) => total + Number(value), 0)

/** Counts the rows of a file, or sums one of its columns. */
function readFile(text: string, what: string): number {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  if (lines[0]?.startsWith('{') === true) return lines.length
  const [header = '', ...rows] = lines
  if (what === 'rows') return rows.length
  const column = header.split(',').indexOf(what)
  return sumOf(rows.map((row) => row.split(',')[column]))
}
