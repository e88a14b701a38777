import type { JSX } from 'preact'
import { Ago } from '../../../parts/ago.tsx'
import { WhenLoaded } from '../../../parts/loaded.tsx'
import { appHref } from '../../../router.ts'
import { t } from '../../../texts/index.ts'
import { useData } from '../../../use-data.ts'
import type { AskedNumbers } from './asked.ts'
import { nameOfValue } from './name-of.ts'

const ROWS = 6

/** Lists the questions that readers asked last. */
export function NewestQuestions({
  siteId,
  asked,
}: {
  siteId: string
  asked: AskedNumbers
}): JSX.Element {
  const questions = useData('GET /questions/{siteId}', {
    path: { siteId },
    query: { range: asked.range, sort: 'recent', limit: ROWS },
  })
  return (
    <section aria-label={t.overview.questions}>
      <div class="title">
        <h2>{t.overview.questions}</h2>
      </div>
      <WhenLoaded of={questions} rows={ROWS}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="note">{t.overview.noQuestions}</p>
          ) : (
            <table class="fold">
              <caption class="unseen">{t.overview.questions}</caption>
              <tbody>
                {data.map(({ id, text, topic, engine, askedAt }) => (
                  <tr key={id}>
                    <td class="full">
                      <bdi>{text ?? topic?.label ?? t.none}</bdi>
                    </td>
                    <td class="quiet tight">
                      <bdi>{engine === null ? '' : nameOfValue('engine', engine)}</bdi>
                    </td>
                    <td class="when">
                      <Ago when={askedAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </WhenLoaded>
      <a class="more" href={appHref(`s/${siteId}/questions`)}>
        {t.overview.allQuestions}
      </a>
    </section>
  )
}
