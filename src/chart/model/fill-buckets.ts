const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** The most buckets that are filled in; an answer has fewer. */
const MAX_BUCKETS = 1_000

/**
 * Returns the labels with the buckets between them filled in: an answer with groups leaves out a bucket where no group
 * has a value. Labels that are not times stay as they are.
 */
export function fillBuckets(labels: readonly string[]): readonly string[] {
  const [first, last] = [labels[0], labels.at(-1)]
  if (first === undefined || last === undefined) return labels
  if (/^\d{4}-\d{2}$/.test(first)) return between(labels, monthOf, 1, nameMonth)
  if (/^\d{4}-\d{2}-\d{2}$/.test(first)) {
    const step = isWeekly(labels) ? WEEK_MS : DAY_MS
    return between(labels, Date.parse, step, (at) => new Date(at).toISOString().slice(0, 10))
  }
  return between(labels, Date.parse, HOUR_MS, nameHour)
}

/** True for buckets that are weeks, which their distance shows: a week is named by its Monday, as a day would be. */
export function isWeekly(labels: readonly string[]): boolean {
  const [first, ...others] = labels.map((label) => Date.parse(label))
  return others.length > 0 && others.every((at) => (at - (first ?? 0)) % WEEK_MS === 0)
}

function between(
  labels: readonly string[],
  read: (label: string) => number,
  step: number,
  name: (at: number, before: string) => string,
): readonly string[] {
  const places = labels.map(read)
  const [from, to] = [places[0] ?? 0, places.at(-1) ?? 0]
  const count = (to - from) / step + 1
  // A calendar has hours of other lengths, and a host may send anything: in these cases no bucket is made up.
  if (!places.every((at) => (at - from) % step === 0) || count > MAX_BUCKETS) return labels
  const labelByPlace = new Map(places.map((at, i) => [at, labels[i] ?? '']))
  const filled: string[] = []
  for (let at = from; at <= to; at += step) {
    filled.push(labelByPlace.get(at) ?? name(at, filled.at(-1) ?? ''))
  }
  return filled
}

const monthOf = (label: string): number =>
  Number(label.slice(0, 4)) * 12 + Number(label.slice(5, 7)) - 1

const nameMonth = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/** Writes the label of an hour, with the time-zone offset of the label before it. */
function nameHour(at: number, before: string): string {
  const offset = /[+-]\d{2}:\d{2}$/.exec(before)?.[0] ?? '+00:00'
  const shift = Date.parse(`1970-01-01T00:00${offset}`)
  return `${new Date(at - shift).toISOString().slice(0, 16)}${offset}`
}
