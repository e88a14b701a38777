import type { OffsetSegment } from '../facts/fact-query.ts'
import { EVENT_KINDS } from '../facts/kinds.ts'
import { questionId } from '../row-id.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { csvCell } from './cells.ts'
import { ROW_COLUMNS, type Cell, type Page, type PageForm, type RowFormat } from './row-form.ts'

const DAY_MS = 86_400_000
const MAX_CACHED = 50_000

const KIND_NAMES = Object.fromEntries(Object.entries(EVENT_KINDS).map(([name, n]) => [n, name]))

/** A raw event as numbers: at, seq, kind, page, engine, referrer, country, device, facet. */
type EventRow = readonly [number, number, number, number, number, number, number, number, number]
/** A question: at, seq, page, engine, text. */
type QuestionRow = readonly [number, number, number, number, string | null]

/**
 * Writes rows as bytes, in a reading thread: names are looked up once for each number and kept as the text that the
 * file needs, so a million rows cost neither a million joins nor a copy between threads.
 */
export class PageWriter {
  readonly #names: Readonly<Record<RowFormat, Names>>

  constructor(connection: SqliteConnection) {
    this.#names = {
      csv: new Names(connection, csvCell),
      ndjson: new Names(connection, (cell) => JSON.stringify(cell)),
    }
  }

  /** @NOTE the rows are those of the statement that `exportRows` builds for the same form. */
  write(rows: Iterable<unknown>, { form, format, segments }: PageForm): Page {
    const names = this.#names[format]
    const join = format === 'csv' ? csvLine : jsonLine(ROW_COLUMNS[form])
    const cellsOf =
      form === 'events'
        ? (row: unknown) => eventCells(row as EventRow, names, segments)
        : (row: unknown) => questionCells(row as QuestionRow, names, segments)
    const lines: string[] = []
    let last: Page['last'] = null
    for (const row of rows) {
      lines.push(join(cellsOf(row)))
      const [at, seq] = row as EventRow | QuestionRow
      if (last) {
        last.at = at
        last.seq = seq
      } else last = { at, seq }
    }
    return { bytes: Buffer.from(lines.join('')), rows: lines.length, last }
  }
}

const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

function jsonLine(columns: readonly string[]) {
  const keys = columns.map((name, i) => `${i === 0 ? '{' : ','}"${name}":`)
  return (cells: readonly string[]): string => {
    let line = ''
    for (let i = 0; i < keys.length; i++) line += `${keys[i]}${cells[i]}`
    return `${line}}\n`
  }
}

function eventCells(row: EventRow, names: Names, segments: readonly OffsetSegment[]): string[] {
  const [at, seq, kind, page, engine, referrer, country, device, facet] = row
  return [
    names.plain(`${at}-${seq}`),
    names.plain(new Date(at).toISOString()),
    names.day(at, segments),
    names.plain(KIND_NAMES[kind] ?? 'other'),
    names.path(page),
    names.term(engine),
    names.term(referrer),
    names.term(country),
    names.term(device),
    ...names.facet(facet),
  ]
}

function questionCells(
  row: QuestionRow,
  names: Names,
  segments: readonly OffsetSegment[],
): string[] {
  const [at, seq, page, engine, text] = row
  return [
    names.plain(questionId(at, seq)),
    names.plain(new Date(at).toISOString()),
    names.day(at, segments),
    names.path(page),
    names.term(engine),
    names.free(text),
  ]
}

const FACET_COLUMNS =
  'channel, language, method, prompt_kind, prompt_id, rule_id, rating, evidence, paid'

/** Texts by their numbers, as cells of one format. */
class Names {
  readonly #cell: (cell: Cell) => string
  readonly #quote: string
  readonly #pages
  readonly #terms
  readonly #facets
  readonly #cells = new Map<string, string>()
  readonly #facetCells = new Map<number, readonly string[]>()

  constructor(connection: SqliteConnection, cell: (cell: Cell) => string) {
    this.#cell = cell
    this.#quote = cell('x') === 'x' ? '' : '"'
    this.#pages = connection.prepare<[number], { text: string }>(
      'SELECT path AS text FROM page WHERE num = ?',
    )
    this.#terms = connection.prepare<[number], { text: string }>(
      'SELECT value AS text FROM term WHERE num = ?',
    )
    this.#facets = connection
      .prepare<[number], (string | null)[]>(`SELECT ${FACET_COLUMNS} FROM facet WHERE num = ?`)
      .raw()
  }

  /** A text of our own, of which nothing needs to be made safe. */
  plain(text: string): string {
    return `${this.#quote}${text}${this.#quote}`
  }

  free(text: string | null): string {
    return this.#cell(text)
  }

  day(at: number, segments: readonly OffsetSegment[]): string {
    const segment = segments.find(({ toMs }) => at < toMs) ?? segments.at(-1)
    const day = Math.floor((at + (segment?.offsetMs ?? 0)) / DAY_MS)
    return this.#kept(`d${day}`, () => new Date(day * DAY_MS).toISOString().slice(0, 10))
  }

  path(num: number): string {
    return this.#kept(`p${num}`, () => this.#pages.get(num)?.text ?? null)
  }

  term(num: number): string {
    return this.#kept(`t${num}`, () => (num === 0 ? null : (this.#terms.get(num)?.text ?? null)))
  }

  facet(num: number): readonly string[] {
    const known = this.#facetCells.get(num)
    if (known) return known
    const found = this.#facets.get(num) ?? FACET_COLUMNS.split(', ').map(() => null)
    const cells = found.map((cell) => this.#cell(cell))
    if (this.#facetCells.size >= MAX_CACHED) this.#facetCells.clear()
    this.#facetCells.set(num, cells)
    return cells
  }

  #kept(key: string, read: () => string | null): string {
    const known = this.#cells.get(key)
    if (known !== undefined) return known
    const cell = this.#cell(read())
    if (this.#cells.size >= MAX_CACHED) this.#cells.clear()
    this.#cells.set(key, cell)
    return cell
  }
}
