import { fence } from '../domain/fence.ts'
import type { Cell, Table, ToldMark } from '../kernel/reads/table.ts'
import { pluralize } from '../lib/text/pluralize.ts'

/**
 * Renders an answer for the text channel: a table as a line of context, its notes and CSV, anything else as JSON. The
 * part that visitors may have written is fenced.
 */
export function renderTable(output: unknown): string {
  if (!isTable(output)) return renderFields(output)
  const table = output
  const csv = [table.columns, ...table.rows].map(csvLine).join('\n')
  const isHostile = table.untrusted !== undefined && table.untrusted.length > 0
  return [
    contextLine(table),
    ...(table.notes ?? []).map((note) => `# ${note}`),
    ...(table.marks ?? []).map(markLine),
    isHostile ? fence(csv) : csv,
  ].join('\n')
}

const markLine = ({ day, text, by }: ToldMark): string =>
  `# ${day}: ${text}${by ? ` (${by.join(', ')})` : ''}`

/** Renders an answer that is not a table as JSON, fenced where the answer names fields that somebody else wrote. */
function renderFields(output: unknown): string {
  const json = JSON.stringify(output)
  const isHostile = typeof output === 'object' && output !== null && 'untrusted' in output
  return isHostile ? fence(json) : json
}

function contextLine({ site, range, comparedWith, rows, nextCursor, untrusted }: Table): string {
  const parts = [
    site && `site ${site}`,
    range && `${range.from}..${range.to} ${range.timezone}`,
    comparedWith && `previous is ${comparedWith.from}..${comparedWith.to}`,
    pluralize(rows.length, 'row'),
    nextCursor === null ? 'complete' : `more: pass cursor ${nextCursor}`,
    untrusted?.length && `untrusted text in ${untrusted.join(', ')}`,
  ]
  return `# ${parts.filter(Boolean).join(' · ')}`
}

const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',')

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * True for a table, which has columns and rows. The operation has parsed the output before, so no other field is
 * checked.
 */
function isTable(output: unknown): output is Table & { marks?: readonly ToldMark[] } {
  return typeof output === 'object' && output !== null && 'columns' in output && 'rows' in output
}
