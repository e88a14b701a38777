import { fence } from '../domain/fence.ts'
import type { Cell, Table, ToldMark } from '../kernel/reads/table.ts'
import { pluralize } from '../lib/text/pluralize.ts'

/** Renders a table for the text channel: one line of context, then CSV; fenced where visitors wrote any of it. */
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

/** Anything else is JSON; it says by itself which of its fields somebody else wrote. */
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

/** The output was parsed by its operation already; what is not a table, such as one site, has no columns. */
function isTable(output: unknown): output is Table & { marks?: readonly ToldMark[] } {
  return typeof output === 'object' && output !== null && 'columns' in output && 'rows' in output
}
