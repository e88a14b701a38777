import type { ComponentChildren, JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { plotSeries, type Plot } from '../../../chart/model/plot-series.ts'
import type { SeriesModel } from '../../../chart/model/series.ts'
import { seriesTable } from '../../../chart/model/tell-series.ts'
import { draw } from '../../draw.tsx'
import { t } from '../../texts/index.ts'
import { MarkList, type ChartMark } from './mark-list.tsx'
import { makeVoice, metricName } from './voice.ts'

interface Props {
  model: SeriesModel
  marks?: readonly ChartMark[]
  /** Other actions on the numbers, shown next to their table. */
  children?: ComponentChildren
}

/**
 * Shows lines over time. Their values at the chosen day stand above them; the day is chosen by keys, a finger or the
 * pointer.
 */
export function LineChart({ model, marks = [], children }: Props): JSX.Element {
  const [bucket, setBucket] = useState<number | undefined>()
  const voice = useMemo(makeVoice, [])
  const [panel] = model.panels
  if (!panel || model.buckets.length === 0) return <div class="bone plane" />
  const plot = plotSeries(model, panel, { bucket, marks }, voice)
  const isNamed = plot.ends.length > 0
  const choose = (value: string): void => setBucket(Number(value))
  return (
    <figure class={isNamed ? 'chart many' : 'chart'}>
      <figcaption class="unseen">{metricName(panel.metric)}</figcaption>
      <Keys plot={plot} metric={panel.metric} hasUnfinished={model.partial.size > 0} />
      <div class={isNamed ? 'plot named' : 'plot'}>
        <ul class="scale" aria-hidden="true">
          {plot.scale.map(({ text }, i) => (
            <li key={i}>{text}</li>
          ))}
        </ul>
        {draw(plot.drawing)}
        <input
          class="cursor"
          type="range"
          min={0}
          max={plot.told.last}
          value={plot.told.bucket}
          aria-label={t.day}
          aria-valuetext={plot.told.spoken}
          onInput={(event) => choose(event.currentTarget.value)}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect()
            if (event.pointerType === 'mouse' && width > 0)
              setBucket(Math.round(((event.clientX - left) / width) * plot.told.last))
          }}
          onPointerLeave={() => setBucket(undefined)}
        />
        {isNamed && <Ends plot={plot} />}
        <Ticks plot={plot} />
      </div>
      <MarkList marks={plot.marks} />
      <details class="numbers">
        <summary>{t.asTable}</summary>
        {draw(seriesTable(model, model.panels, voice))}
      </details>
      {children && <div class="acts">{children}</div>}
    </figure>
  )
}

interface KeysProps {
  plot: Plot<ChartMark>
  metric: string
  hasUnfinished: boolean
}

/** Shows the values of the lines at the chosen day, each with its colour. */
function Keys({ plot, metric, hasUnfinished }: KeysProps): JSX.Element {
  const { when, lines } = plot.told
  return (
    <ul class="keys">
      <li>{when}</li>
      {lines.map(({ name, color, value, before }) => (
        <li key={color}>
          <Key kind={`c${color}`} />
          <span>
            <b>{value}</b> <bdi>{name ?? metricName(metric)}</bdi>
            {before !== undefined && <span>, {t.before(before)}</span>}
          </span>
        </li>
      ))}
      {hasUnfinished && (
        <li class="last">
          <Key kind="c0" isUnfinished /> {t.unfinished}
        </li>
      )}
    </ul>
  )
}

function Key({
  kind,
  isUnfinished = false,
}: {
  kind: string
  isUnfinished?: boolean
}): JSX.Element {
  return (
    <svg class={`key ${kind}`} aria-hidden="true">
      <line class={isUnfinished ? 'line dashed' : 'line'} x1="0" x2="18" y1="2" y2="2" />
    </svg>
  )
}

/** Shows the names of the lines where the lines end. */
function Ends({ plot }: { plot: Plot<ChartMark> }): JSX.Element {
  return (
    <svg class="ends" width="136" height="200" aria-hidden="true">
      {plot.ends.map(({ name, color, y }) => (
        <g key={color}>
          <circle class={`dot c${color}`} cx="14" cy={y} r="4" />
          <text x="24" y={y + 4}>
            {shortened(name)}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** The most characters of a name that have room after the lines; the whole name is in the table. */
const MAX_NAME = 17

function shortened(name: string): string {
  const characters = Array.from(name)
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : name
}

/** Shows the days below the lines, and the numbers of the marks. They do not stretch with the lines. */
function Ticks({ plot }: { plot: Plot<ChartMark> }): JSX.Element {
  const last = plot.ticks.length - 1
  return (
    <svg class="ticks" width="100%" height="28" aria-hidden="true">
      {plot.ticks.map(({ text, at }, i) => (
        <text
          key={at}
          class={[
            'time',
            at === 0 && 'begin',
            at === 1 && 'end',
            i % 2 === 1 && i !== last && 'wide',
          ]
            .filter(Boolean)
            .join(' ')}
          x={`${Math.round(at * 1_000) / 10}%`}
          y="24"
        >
          {text}
        </text>
      ))}
      {plot.marks.map(({ number, at }) => (
        <g key={number} class="mark">
          <circle cx={`${Math.round(at * 1_000) / 10}%`} cy="2" r="8" />
          <text x={`${Math.round(at * 1_000) / 10}%`} y="6">
            {number}
          </text>
        </g>
      ))}
    </svg>
  )
}
