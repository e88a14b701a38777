import { BoundedMap } from '../../src/lib/cache/bounded-map.ts'
import { DAY_MS } from '../../src/lib/time/clock.ts'
import { questionId } from '../../src/domain/ids.ts'
import { dayToIso, type OffsetSegment } from '../../src/lib/time/zone.ts'
import { EVENT_KINDS } from '../../src/domain/events/event-kinds.ts'
import { csvCell } from './cells.ts'
import {
  ROW_COLUMNS,
  type ExportCell,
  type ExportPage,
  type ExportPageOptions,
  type ExportedRowKind,
  type ExportFormat,
  type NameLookup,
} from './export-format.ts'

const MAX_CACHED = 50_000

/** A row of an event, as numbers in the order of the statement of `exportRows`. */
type EventRow = readonly [
  at: number,
  seq: number,
  kind: number,
  page: number,
  engine: number,
  referrer: number,
  country: number,
  device: number,
  channel: number,
  facet: number,
  entry: number,
  arrival: number,
  campaign: number,
]
/** A row of a question: at, seq, page, engine and text. */
type QuestionRow = readonly [number, number, number, number, string | null]

/**
 * Writes rows as the bytes of a file, in a reading thread. The text of a number is looked up once and kept in the form
 * that the file needs, so a million rows cost neither a million joins nor a copy between threads.
 */
export class ExportPageWriter {
  readonly #csv: LineWriter
  readonly #ndjson: Readonly<Record<ExportPageOptions['columns'], LineWriter>>

  constructor(names: NameLookup) {
    const ndjson = (columns: ExportPageOptions['columns']) =>
      new LineWriter(names, LINE_LABELS[columns], (cell) => JSON.stringify(cell))
    this.#csv = new LineWriter(names, CSV_LABELS, csvCell)
    this.#ndjson = { camel: ndjson('camel'), snake: ndjson('snake') }
  }

  /**
   * Returns the bytes of some rows.
   *
   * @NOTE the rows come from the statement that `exportRows` builds for the same `form`.
   */
  write(
    rows: Iterable<unknown>,
    { form, format, columns, segments, site }: ExportPageOptions,
  ): ExportPage {
    const writer = format === 'csv' ? this.#csv : this.#ndjson[columns]
    const ofSite = site === undefined ? asItIs : withSiteColumn(format, site)
    const lines: string[] = []
    let last: ExportPage['last'] = null
    for (const row of rows) {
      const line =
        form === 'events'
          ? writer.event(row as EventRow, segments)
          : writer.question(row as QuestionRow, segments)
      lines.push(ofSite(line))
      const [at, seq] = row as EventRow | QuestionRow
      if (last) {
        last.at = at
        last.seq = seq
      } else last = { at, seq }
    }
    return { bytes: Buffer.from(lines.join('')), rows: lines.length, last }
  }
}

const asItIs = (line: string): string => line

/** Returns a function that puts the site in front of the line of a row, as the first cell. */
export function withSiteColumn(format: ExportFormat, site: string): (line: string) => string {
  if (format === 'csv') return (line) => `${csvCell(site)},${line}`
  const start = `{"site":${JSON.stringify(site)},`
  // A line of NDJSON begins with its brace, and has a field at least.
  return (line) => `${start}${line.slice(1)}`
}

/** The texts that a line has ahead of each of its cells, and at its end. */
interface Labels {
  before: readonly string[]
  end: string
}

const csvLabels = (columns: readonly string[]): Labels => ({
  before: columns.map((_, i) => (i === 0 ? '' : ',')),
  end: '\r\n',
})

const jsonLabels = (columns: readonly string[]): Labels => ({
  before: columns.map((name, i) => `${i === 0 ? '{' : ','}"${name}":`),
  end: '}\n',
})

type FormLabels = Readonly<Record<ExportedRowKind, Labels>>

function lineLabels(columns: ExportPageOptions['columns']): FormLabels {
  const { events, questions } = ROW_COLUMNS[columns]
  return { events: jsonLabels(events), questions: jsonLabels(questions) }
}

/** The texts around the cells of CSV, which are separators only, since its header alone names the columns. */
const CSV_LABELS: FormLabels = {
  events: csvLabels(ROW_COLUMNS.camel.events),
  questions: csvLabels(ROW_COLUMNS.camel.questions),
}

const LINE_LABELS: Readonly<Record<ExportPageOptions['columns'], FormLabels>> = {
  camel: lineLabels('camel'),
  snake: lineLabels('snake'),
}

/** The index in a row at which the cells of a facet begin. */
const FACET_AT = ROW_COLUMNS.camel.events.indexOf('language')

/** A writer of lines in one format, with one spelling of the column names. */
class LineWriter {
  readonly #labels: FormLabels
  readonly #cell: (cell: ExportCell) => string
  readonly #quote: string
  readonly #kinds: ReadonlyMap<number, string>
  readonly #days: TextCache
  readonly #pages: TextCache
  readonly #terms: TextCache
  readonly #facets: TextCache

  constructor(names: NameLookup, labels: FormLabels, cell: (cell: ExportCell) => string) {
    this.#labels = labels
    this.#cell = cell
    this.#quote = cell('x') === 'x' ? '' : '"'
    this.#kinds = new Map(Object.entries(EVENT_KINDS).map(([name, num]) => [num, cell(name)]))
    this.#days = new TextCache((day) => cell(dayToIso(day)))
    this.#pages = new TextCache((num) => cell(names.path(num)))
    this.#terms = new TextCache((num) => cell(num === 0 ? null : names.term(num)))
    // A facet fills half of a row, so its cells are kept as one text, labels included.
    this.#facets = new TextCache((num) =>
      names
        .facet(num)
        .map((one, i) => `${labels.events.before[FACET_AT + i]}${cell(one)}`)
        .join(''),
    )
  }

  event(row: EventRow, segments: readonly OffsetSegment[]): string {
    const { before, end } = this.#labels.events
    const [at, seq, kind, page, ...rest] = row
    const [engine, referrer, country, device, channel, facet, entry, arrival, campaign] = rest
    const [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9] = before
    const [beforeEntry, beforeArrival, beforeCampaign] = before.slice(-3)
    const id = this.#plain(`${at}-${seq}`)
    const time = this.#plain(new Date(at).toISOString())
    const day = this.#days.get(dayOf(at, segments))
    const kindName = this.#kinds.get(kind) ?? this.#cell('other')
    const terms = `${b5}${this.#terms.get(engine)}${b6}${this.#terms.get(referrer)}${b7}${this.#terms.get(country)}${b8}${this.#terms.get(device)}${b9}${this.#terms.get(channel)}`
    const visit = `${beforeEntry}${this.#pages.get(entry)}${beforeArrival}${this.#terms.get(arrival)}${beforeCampaign}${this.#terms.get(campaign)}`
    return `${b0}${id}${b1}${time}${b2}${day}${b3}${kindName}${b4}${this.#pages.get(page)}${terms}${this.#facets.get(facet)}${visit}${end}`
  }

  question(row: QuestionRow, segments: readonly OffsetSegment[]): string {
    const { before, end } = this.#labels.questions
    const [at, seq, page, engine, text] = row
    const [b0, b1, b2, b3, b4, b5] = before
    const id = this.#plain(questionId(at, seq))
    const time = this.#plain(new Date(at).toISOString())
    const day = this.#days.get(dayOf(at, segments))
    return `${b0}${id}${b1}${time}${b2}${day}${b3}${this.#pages.get(page)}${b4}${this.#terms.get(engine)}${b5}${this.#cell(text)}${end}`
  }

  /** Puts a text in quotes, if the format has them, without escaping: the service made the text. */
  #plain(text: string): string {
    return `${this.#quote}${text}${this.#quote}`
  }
}

function dayOf(at: number, segments: readonly OffsetSegment[]): number {
  const segment = segments.find(({ toMs }) => at < toMs) ?? segments.at(-1)
  return Math.floor((at + (segment?.offsetMs ?? 0)) / DAY_MS)
}

/** A cache of the written texts of numbers, so that each is made once. */
class TextCache {
  readonly #make: (num: number) => string
  readonly #texts = new BoundedMap<number, string>(MAX_CACHED)

  constructor(make: (num: number) => string) {
    this.#make = make
  }

  get(num: number): string {
    return this.#texts.getOrMake(num, this.#make)
  }
}
