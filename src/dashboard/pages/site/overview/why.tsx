import type { JSX } from 'preact'
import type { Answer } from '../../../../../examples/client/citable.ts'
import { BarTable, type BarRow } from '../../../parts/bar-table.tsx'
import { makeVoice, metricName } from '../../../parts/chart/voice.ts'
import { CopyQuestion } from '../../../parts/copy-question.tsx'
import { TableCsv, type CsvCell } from '../../../parts/table-csv.tsx'
import { Verdict } from '../../../parts/verdict.tsx'
import { t } from '../../../texts/index.ts'
import { nameOfValue } from './name-of.ts'

type Drivers = Answer<'GET /analytics/{siteId}/drivers'>['data']

interface Props {
  drivers: Drivers
  metric: string
  question: string
}

/** Shows how much each engine and each page contributed to a change. It is folded where nothing unusual happened. */
export function Why({ drivers, metric, question }: Props): JSX.Element {
  const verdict = drivers.comparison.verdicts[metric]?.verdict
  const isUnusual = verdict === 'unusual_up' || verdict === 'unusual_down'
  const title = isUnusual
    ? verdict === 'unusual_up'
      ? t.overview.rose
      : t.overview.fell
    : t.overview.moved
  const dimensions = [...new Set(drivers.rows.map(([dimension]) => String(dimension)))]
  const { formats } = makeVoice()
  const change = formats.value(metric, Math.abs(drivers.change ?? 0))
  const body = (
    <>
      <p class="note">
        {(drivers.change ?? 0) >= 0
          ? t.overview.more(change, metricName(metric))
          : t.overview.fewer(change, metricName(metric))}{' '}
        {t.overview.addUp}
      </p>
      <div class="two">
        {dimensions.map((dimension) => (
          <BarTable
            key={dimension}
            caption={`${title}: ${t.dimensions[dimension] ?? dimension}`}
            heads={[t.dimensions[dimension] ?? dimension, t.overview.effect, t.overview.verdict]}
            rows={effectRows(drivers, metric, dimension)}
          />
        ))}
      </div>
    </>
  )
  const acts = (
    <span class="acts">
      <TableCsv name={`drivers-${metric}`} heads={FILE_HEADS} rows={fileRows(drivers)} />
      <CopyQuestion question={question} />
    </span>
  )
  if (isUnusual) {
    return (
      <section aria-label={title}>
        <div class="title">
          <h2>{title}</h2>
          {acts}
        </div>
        {body}
      </section>
    )
  }
  return (
    <section aria-label={title}>
      <details class="why">
        <summary>{title}</summary>
        <div class="title">{acts}</div>
        {body}
      </details>
    </section>
  )
}

/** The heads of the file's columns, with the names that the API has for them. */
const FILE_HEADS = ['dimension', 'value', 'before', 'now', 'effect', 'shareOfChange', 'isCause']

function fileRows({ rows, comparison, effects, remainders }: Drivers): CsvCell[][] {
  return [
    ...rows.map(([dimension, value, now], i) => {
      const effect = effects[i]
      const before = comparison.rows[i]?.[0]
      return [dimension, value, before, now, effect?.effect, effect?.shareOfChange, effect?.isCause]
    }),
    ...remainders.map(({ dimension, kind, effect }) => [dimension, kind, null, null, effect]),
  ]
}

/** Makes the rows of one dimension, the largest effect first, and then the rows of what they leave. */
function effectRows(drivers: Drivers, metric: string, dimension: string): BarRow[] {
  const { formats } = makeVoice()
  const signed = (effect: number): string =>
    `${effect > 0 ? '+' : effect < 0 ? '−' : ''}${formats.value(metric, Math.abs(effect))}`
  const rest = drivers.remainders.filter((one) => one.dimension === dimension)
  const longest = Math.max(
    ...drivers.effects.flatMap(({ effect }, i) =>
      drivers.rows[i]?.[0] === dimension ? [Math.abs(effect)] : [],
    ),
    ...rest.map(({ effect }) => Math.abs(effect)),
    Number.MIN_VALUE,
  )
  const named = drivers.rows.flatMap((row, i): BarRow[] => {
    const effect = drivers.effects[i]?.effect ?? 0
    if (row[0] !== dimension) return []
    const value = typeof row[2] === 'number' ? row[2] : null
    return [
      {
        name: nameOfValue(dimension, row[1] ?? null),
        length: Math.abs(effect) / longest,
        cells: [
          signed(effect),
          <Verdict
            key="verdict"
            judged={drivers.comparison.rowVerdicts[i]}
            value={value}
            before={drivers.comparison.rows[i]?.[0] ?? null}
            isShort
          />,
        ],
      },
    ]
  })
  return [
    ...named,
    ...rest.map(({ kind, values, effect }) => ({
      name: values === null ? t.overview.remainders[kind] : t.others(values),
      length: Math.abs(effect) / longest,
      cells: [signed(effect), ''],
      isRest: true,
    })),
  ]
}
