import type { JSX } from 'preact'
import type { Answer } from '../../../examples/client/citable.ts'
import { formatPoints } from '../formats.ts'
import { t } from '../texts/index.ts'
import { wordOf } from '../texts/word-of.ts'
import { OuterLink } from './outer-link.tsx'

export type ScoreReport = NonNullable<Answer<'GET /sites/{siteId}/score'>['data']['report']>
type Check = ScoreReport['checks'][number]

/** Returns the checks that lose points, those that lose most first. */
export const worstChecks = ({ checks }: ScoreReport): Check[] =>
  checks.filter(({ lostPoints }) => lostPoints > 0).toSorted((a, b) => b.lostPoints - a.lostPoints)

/**
 * Says what is wrong where a check does not pass. A check that only another release of the server knows gets its title.
 */
export const faultWords = ({ id, title }: { id: string; title?: string }): string =>
  wordOf(t.score.faults, id) ?? title ?? id

/** Lists what to mend, worst first and at most `most`: each worded as a fault, with its evidence and what to do. */
export function Repairs({ report, most }: { report: ScoreReport; most?: number }): JSX.Element {
  const worst = worstChecks(report).slice(0, most)
  if (worst.length === 0) return <p>{t.score.nothing}</p>
  return (
    <ol class="rows">
      {worst.map((check) => (
        <li key={check.id}>
          <span class="points up" title={t.score.wouldBring}>
            +{formatPoints(check.lostPoints)}
          </span>
          <div class="repair">
            <h3>{faultWords(check)}</h3>
            <Evidence check={check} />
            <p lang="en">{check.fix}</p>
            <details>
              <summary class="plain">{t.score.why}</summary>
              <p lang="en">{check.why}</p>
              <p class="note">
                {t.score.source} <OuterLink url={check.source} />
              </p>
            </details>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Shows the evidence of a check, in the words of the service and in words of the page. */
function Evidence({ check: { evidence } }: { check: Check }): JSX.Element | null {
  const { details, excerpt } = evidence
  if (details.length === 0 && excerpt === null) return null
  return (
    <div class="quiet" lang="en">
      <ul aria-label={t.score.seen}>
        {details.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      {excerpt !== null && (
        <p>
          <code>
            <bdi>{excerpt}</bdi>
          </code>
        </p>
      )}
    </div>
  )
}
