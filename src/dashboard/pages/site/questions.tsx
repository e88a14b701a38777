import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber } from '../../formats.ts'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData, type Loaded } from '../../use-data.ts'
import { useRows } from '../../use-rows.ts'
import type { PageProps } from '../page-entry.ts'
import { AskedList } from './asked-list.tsx'
import { FilterForm, ShownFilters } from './filter-form.tsx'
import { Gaps } from './gaps.tsx'
import { QuestionMode } from './question-mode.tsx'
import { readAsked, type AskedQuestions, type Topics } from './question-filters.ts'
import { TopicTable } from './topic-table.tsx'

/**
 * Shows the questions of readers: topics at the left, which filter the questions at the right, and below them the
 * questions that no page answers.
 */
export function QuestionsPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const { query } = usePlace()
  const asked = readAsked(query)
  const { page } = asked.filters
  const site = useData('GET /sites/{id}', { path: { id: siteId } })
  const topics = useRows('GET /topics/{siteId}', {
    path: { siteId },
    query: { range: asked.range, limit: 100, ...(page !== undefined && { path: page }) },
  })
  const known = site.answer?.data
  const mode = known?.privacy.questions
  const listed = topics.answer && topics.rows
  // Questions that were kept before they were switched off are still shown.
  const isSilent = mode === 'off' && listed?.length === 0
  return (
    <>
      <PageHead
        title={t.questions.title}
        of={<OfSite siteId={siteId} />}
        lead={mode !== 'off' && <Lead topics={topics} />}
        note={t.questions.note}
      >
        <FilterForm asked={asked} />
      </PageHead>
      <ShownFilters asked={asked} topics={listed} />
      {known && mode !== 'full' && <QuestionMode site={known} onChanged={site.reload} />}
      {!isSilent && <Lists siteId={siteId} asked={asked} topics={topics} site={known} />}
    </>
  )
}

type TopicRows = ReturnType<typeof useRows<'GET /topics/{siteId}'>>

interface ListsProps {
  siteId: string
  asked: AskedQuestions
  topics: TopicRows
  site: Answer<'GET /sites/{id}'>['data'] | undefined
}

function Lists({ siteId, asked, topics, site }: ListsProps): JSX.Element {
  const [turn, setTurn] = useState(0)
  const readAgain = (): void => {
    topics.reload()
    setTurn(turn + 1)
  }
  return (
    <>
      <div class="two wide-right">
        <section>
          <WhenLoaded of={topics} rows={8}>
            {() => (
              <TopicTable
                siteId={siteId}
                topics={topics.rows}
                chosen={asked.filters.topic}
                onChanged={readAgain}
              />
            )}
          </WhenLoaded>
          <MoreRows of={topics} name={t.questions.moreTopics} />
        </section>
        <section>
          <AskedList siteId={siteId} asked={asked} site={site} turn={turn} />
        </section>
      </div>
      <Gaps siteId={siteId} asked={asked} />
    </>
  )
}

/**
 * Says how many questions there were: the sum of the topics, where all are known, since each question is in exactly one
 * topic. Null where not all are known.
 */
function Lead({ topics }: { topics: Loaded<Topics> }): JSX.Element | null {
  const { answer } = topics
  if (!answer || answer.meta.nextCursor !== null) return null
  const count = answer.data.reduce((sum, { questions }) => sum + questions, 0)
  if (count === 0) return <>{t.questions.leadNone}</>
  const isOld = answer.data.some(({ isNew }) => !isNew)
  const [newest] = answer.data.filter(({ isNew }) => isNew)
  return (
    <>
      {t.questions.lead(formatNumber(count))}
      {isOld && newest && (
        <>
          {' '}
          {t.questions.newTopics}{' '}
          <q>
            <bdi>{newest.label}</bdi>
          </q>
          .
        </>
      )}
    </>
  )
}
