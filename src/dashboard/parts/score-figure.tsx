import type { JSX } from 'preact'
import { formatNumber } from '../formats.ts'
import { t } from '../texts/index.ts'
import type { ScoreReport } from './repairs.tsx'

/** Shows the one large number, its grade, and the faults that limit it even where all else is good. */
export function ScoreFigure({ report }: { report: ScoreReport }): JSX.Element {
  return (
    <>
      <p class="score">
        <b>{formatNumber(report.score)}</b>
        <span>
          {t.score.of100}, {t.score.grade(report.grade)}
        </span>
      </p>
      {report.caps.map(({ id, maxScore, reason }) => (
        <div key={id} class="notice bad">
          <p>
            {t.score.atMost(formatNumber(maxScore))} <span lang="en">{reason}</span>
          </p>
        </div>
      ))}
    </>
  )
}
