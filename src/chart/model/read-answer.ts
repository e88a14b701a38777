import type { Answer, Grid, GridCell } from './answer.ts'
import { isFields } from './is-fields.ts'

/** The bounds of an answer, which no answer of the server reaches; one that a host sends is cut to them. */
const MAX_ROWS = 1_000
const MAX_COLUMNS = 40
const MAX_NOTES = 20
const MAX_NAME = 80
const MAX_CELL = 300
const MAX_TEXT = 2_000

/** Reads the result of a tool as a host hands it on, of which no form is taken for granted. */
export function readAnswer(result: unknown): Answer {
  if (!isFields(result)) return { kind: 'text', text: '' }
  const text = textOf(result['content'])
  if (result['isError'] === true) return { kind: 'refused', text }
  const grid = readGrid(result['structuredContent'])
  return grid ? { kind: 'grid', grid } : { kind: 'text', text }
}

function readGrid(content: unknown): Grid | undefined {
  if (!isFields(content)) return undefined
  const { columns: names, rows } = content
  if (!isList(names) || !isList(rows) || names.length === 0) return undefined
  const columns = names.slice(0, MAX_COLUMNS).map((name) => textOrNone(name, MAX_NAME) ?? '')
  const range = spanOf(content['range'])
  const zone = isFields(content['range']) && textOrNone(content['range']['timezone'], MAX_NAME)
  return {
    site: textOrNone(content['site'], MAX_NAME),
    range: range && { ...range, timezone: zone || '' },
    comparedWith: spanOf(content['comparedWith']),
    columns,
    rows: rows.slice(0, MAX_ROWS).map((row) => {
      const cells = isList(row) ? row : []
      return columns.map((_, i) => cellOf(cells[i]))
    }),
    notes: notesOf(content['notes']),
    hasMore: rows.length > MAX_ROWS || typeof content['nextCursor'] === 'string',
  }
}

function notesOf(notes: unknown): string[] {
  if (!isList(notes)) return []
  return notes.slice(0, MAX_NOTES).flatMap((note) => textOrNone(note, MAX_CELL) ?? [])
}

function cellOf(cell: unknown): GridCell {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  return textOrNone(cell, MAX_CELL) ?? null
}

function spanOf(span: unknown) {
  if (!isFields(span)) return undefined
  const from = textOrNone(span['from'], MAX_NAME)
  const to = textOrNone(span['to'], MAX_NAME)
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Joins the text items of a result, which say what happened where there is no table. */
function textOf(content: unknown): string {
  if (!isList(content)) return ''
  const texts = content.slice(0, MAX_NOTES).flatMap((item) => {
    return isFields(item) && item['type'] === 'text'
      ? (textOrNone(item['text'], MAX_TEXT) ?? [])
      : []
  })
  return cut(texts.join('\n'), MAX_TEXT)
}

const textOrNone = (value: unknown, limit: number): string | undefined =>
  typeof value === 'string' ? cut(value, limit) : undefined

/** Cuts a text to a length, between characters and never within one. */
const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
