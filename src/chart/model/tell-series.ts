import { makeElement, makeDataTable, type Branch } from './branch.ts'
import type { Voice } from './frame.ts'
import type { Panel, SeriesModel } from './series.ts'

/** The most rows of the table. */
const MAX_READ = 120

/** Returns the index of the chosen bucket, or else of the last whole one. */
export function toldBucket({ buckets, partial }: SeriesModel, chosen: number | undefined): number {
  const last = buckets.length - 1
  if (chosen !== undefined) return Math.max(0, Math.min(last, chosen))
  const whole = buckets.findLastIndex((_, i) => !partial.has(i))
  return whole < 0 ? last : whole
}

export function bucketName(
  { buckets, partial, isWeekly }: SeriesModel,
  i: number,
  { formats, texts }: Voice,
): string {
  const day = formats.bucket(buckets[i] ?? '')
  const name = isWeekly ? texts.weekOf(day) : day
  return partial.has(i) ? texts.notWhole(name) : name
}

/** Writes the values of the lines at one bucket as a sentence, for people who hear it. */
export function spokenBucket(
  model: SeriesModel,
  panels: readonly Panel[],
  bucket: number,
  voice: Voice,
): string {
  const { formats, texts } = voice
  const values = panels.flatMap(({ metric, lines }) =>
    lines.map(({ name, values: line, few }) => {
      const whose = name === undefined ? '' : `${name}, `
      const value = `${whose}${texts.column(metric)} ${formats.value(metric, line[bucket])}`
      return few.has(bucket) ? texts.ofTooFew(value) : value
    }),
  )
  return `${bucketName(model, bucket, voice)}: ${values.join('; ')}`
}

/** Makes a table of the numbers that the lines show. */
export function seriesTable(
  model: SeriesModel,
  panels: readonly Panel[],
  { formats, texts }: Voice,
): Branch {
  const lines = panels.flatMap(({ metric, lines: all }) => all.map((line) => ({ metric, line })))
  const title = ({ metric, line }: (typeof lines)[number]): string =>
    line.name === undefined ? texts.column(metric) : `${texts.column(metric)}, ${line.name}`
  const head = [texts.time, ...lines.map(title)].map((text) =>
    makeElement('th', { scope: 'col' }, text),
  )
  const rows = model.buckets.slice(-MAX_READ).map((label, i, shown) => {
    const at = model.buckets.length - shown.length + i
    return [
      makeElement('th', { scope: 'row' }, label),
      ...lines.map(({ metric, line }) =>
        makeElement('td', {}, formats.value(metric, line.values[at])),
      ),
    ]
  })
  return makeDataTable({}, head, rows)
}
