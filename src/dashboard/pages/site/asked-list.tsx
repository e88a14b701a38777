import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { engineLabel } from '../../engine-label.ts'
import { formatNumber } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { Choice } from '../../parts/choice.tsx'
import { CopyQuestion } from '../../parts/copy-question.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Notes } from '../../parts/notes.tsx'
import { appHref, hrefWith, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useOnChange } from '../../use-on-change.ts'
import { useRows } from '../../use-rows.ts'
import type { AskedQuestions } from './question-filters.ts'
import { questionFor } from './overview/question-for.ts'

type Question = Answer<'GET /questions/{siteId}'>['data'][number]

interface Props {
  siteId: string
  asked: AskedQuestions
  site: Answer<'GET /sites/{id}'>['data'] | undefined
  /** The number of times that topics were changed; after each, the questions are read again. */
  turn: number
}

/** Lists the questions of a site's readers, the most frequent or the newest first. */
export function AskedList({ siteId, asked, site, turn }: Props): JSX.Element {
  const { filters, range, sort } = asked
  const { page, ...others } = filters
  const questions = useRows('GET /questions/{siteId}', {
    path: { siteId },
    query: { range, sort, limit: 25, ...others, ...(page !== undefined && { path: page }) },
  })
  useOnChange(turn, questions.reload)
  return (
    <>
      <div class="title">
        <h2>{t.questions.asked}</h2>
        <Choice
          name="sort"
          chosen={sort}
          options={(['frequent', 'recent'] as const).map((value) => ({
            value,
            label: t.questions[value],
          }))}
        />
        <span class="acts">
          {Object.keys(filters).length === 0 && (
            <CsvLink
              route="GET /analytics/{siteId}/export"
              input={{ path: { siteId }, query: { range, rows: 'questions' } }}
            />
          )}
          {site && (
            <CopyQuestion
              question={questionFor(
                t.questions.ask(site.domain),
                'list_questions',
                { site: site.domain, range: undefined, filters: [] },
                { range, sort, ...others, ...(page !== undefined && { path: page }) },
              )}
            />
          )}
        </span>
      </div>
      <WhenLoaded of={questions} rows={8}>
        {({ meta }) => (
          <>
            <Notes notes={meta.notes} />
            {questions.rows.length === 0 ? (
              <NoQuestions site={site} />
            ) : (
              <QuestionTable questions={questions.rows} />
            )}
          </>
        )}
      </WhenLoaded>
      <MoreRows of={questions} name={t.questions.more} />
    </>
  )
}

function NoQuestions({ site }: Pick<Props, 'site'>): JSX.Element {
  return (
    <div class="empty">
      <p>{t.questions.none}</p>
      {site?.install.status === 'not_installed' ? (
        <p>
          {t.questions.noneTag}{' '}
          <a href={appHref(`s/${site.id}/widget`)}>{t.questions.noneTagLink}</a>
        </p>
      ) : (
        <p>{t.questions.noneNext}</p>
      )}
    </div>
  )
}

function QuestionTable({ questions }: { questions: readonly Question[] }): JSX.Element {
  return (
    <table>
      <caption class="unseen">{t.questions.asked}</caption>
      <thead>
        <tr>
          <th scope="col" class="num">
            {t.questions.times}
          </th>
          <th scope="col">{t.questions.question}</th>
          <th scope="col" class="wide">
            {t.questions.lastTo}
          </th>
          <th scope="col" class="num">
            {t.questions.ago}
          </th>
        </tr>
      </thead>
      <tbody>
        {questions.map((one) => (
          <QuestionRow key={one.id} question={one} />
        ))}
      </tbody>
    </table>
  )
}

function QuestionRow({ question }: { question: Question }): JSX.Element {
  const { path, query } = usePlace()
  return (
    <tr>
      <td class="num">{formatNumber(question.count)}</td>
      <th scope="row">
        {question.text === null ? (
          <span class="quiet">{t.questions.noWords}</span>
        ) : (
          <bdi>{question.text}</bdi>
        )}
        {question.path !== null && (
          <>
            <br />
            <small>
              <a
                href={hrefWith(path, query, { page: question.path })}
                title={question.title ?? undefined}
              >
                <bdi>{question.path}</bdi>
              </a>
            </small>
          </>
        )}
      </th>
      <td class="quiet tight wide">
        <bdi>{question.engine !== null && engineLabel(question.engine)}</bdi>
      </td>
      <td class="num when">
        <Ago when={question.askedAt} />
      </td>
    </tr>
  )
}
