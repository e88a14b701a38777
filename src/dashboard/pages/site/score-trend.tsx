import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatDay, formatMoment, formatNumber } from '../../formats.ts'
import { t } from '../../texts/index.ts'
import { useZone } from '../../zone.tsx'

type Trend = Answer<'GET /sites/{siteId}/score'>['data']['trend']

const HEIGHT = 120
const WIDTH = 1_000
/** The height in pixels of the row of days below the lines, which the scale leaves free. */
const DAYS_HEIGHT = 20

/** Shows the scores of the completed scans, as a line from 0 to 100 and as a table; null for fewer than two scans. */
export function ScoreTrend({ trend }: { trend: Trend }): JSX.Element | null {
  const [first, last] = [trend[0], trend.at(-1)]
  if (!first || !last || first === last) return null
  const isOther = (point: Trend[number]): boolean => point.rubricVersion !== last.rubricVersion
  const [begin, end] = [Date.parse(first.at), Date.parse(last.at)]
  const partOf = (at: string): number => (Date.parse(at) - begin) / Math.max(1, end - begin)
  const path = trend
    .map(({ at, score }, i) => `${i === 0 ? 'M' : 'L'}${partOf(at) * WIDTH} ${yOf(score)}`)
    .join('')
  return (
    <section>
      <div class="title">
        <h2>{t.score.trend}</h2>
      </div>
      <p class="note">
        {t.score.trendLine(formatNumber(first.score), formatNumber(last.score))} {t.score.trendNote}{' '}
        {trend.some(isOther) && t.score.otherVersion}
      </p>
      <div class="chart">
        <div class="plot">
          <div class="scale" aria-hidden="true">
            {[100, 50, 0].map((value) => (
              <span key={value}>{value}</span>
            ))}
          </div>
          <svg class="lines" width="100%" height={HEIGHT + DAYS_HEIGHT} aria-hidden="true">
            {[0, 50, 100].map((value) => (
              <line key={value} class="ruled" x1="0" x2="100%" y1={yOf(value)} y2={yOf(value)} />
            ))}
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              width="100%"
              height={HEIGHT}
              preserveAspectRatio="none"
            >
              <path class="line c0" d={path} />
            </svg>
            {trend.map((point) => (
              <circle
                key={point.scanId}
                class={isOther(point) ? 'hollow c0' : 'dot c0'}
                cx={`${partOf(point.at) * 100}%`}
                cy={yOf(point.score)}
                r="3"
                fill="currentcolor"
              />
            ))}
            <DayAt x="0" side="begin" at={first.at} />
            <DayAt x="100%" side="end" at={last.at} />
          </svg>
        </div>
      </div>
      <TrendTable trend={trend} />
    </section>
  )
}

interface DayProps {
  x: string
  side: 'begin' | 'end'
  at: string
}

function DayAt({ x, side, at }: DayProps): JSX.Element {
  return (
    <text class={`time ${side}`} x={x} y={HEIGHT + DAYS_HEIGHT - 4}>
      {formatDay(at, useZone())}
    </text>
  )
}

const yOf = (score: number): number => HEIGHT - (score / 100) * HEIGHT

function TrendTable({ trend }: { trend: Trend }): JSX.Element {
  const zone = useZone()
  return (
    <details class="numbers">
      <summary>{t.score.trendTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.score.when}</th>
            <th scope="col" class="num">
              {t.score.title}
            </th>
            <th scope="col">{t.score.version}</th>
          </tr>
        </thead>
        <tbody>
          {trend.toReversed().map(({ scanId, at, score, rubricVersion }) => (
            <tr key={scanId}>
              <th scope="row">{formatMoment(at, zone)}</th>
              <td class="num">{formatNumber(score)}</td>
              <td class="quiet">{rubricVersion}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
