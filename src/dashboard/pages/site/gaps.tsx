import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { fenced } from '../../fenced.ts'
import { formatNumber, languageName } from '../../formats.ts'
import { Choice } from '../../parts/choice.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Notes } from '../../parts/notes.tsx'
import { appHref, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useRows } from '../../use-rows.ts'
import type { AskedQuestions } from './question-filters.ts'

type Gap = Answer<'GET /questions/{siteId}/gaps'>['data'][number]

const KINDS = ['unanswered', 'other_language', 'not_cited'] as const

interface Props {
  siteId: string
  asked: AskedQuestions
}

/** Lists the questions that no page answers, each with the nearest page and the words that no page has. */
export function Gaps({ siteId, asked }: Props): JSX.Element {
  const { query } = usePlace()
  const kind = KINDS.find((one) => one === query.get('gaps')) ?? 'unanswered'
  const { page } = asked.filters
  const gaps = useRows('GET /questions/{siteId}/gaps', {
    path: { siteId },
    query: {
      kind,
      range: asked.range,
      limit: 10,
      // The queries of the Citation Monitor are asked on no page.
      ...(page !== undefined && kind !== 'not_cited' && { path: page }),
    },
  })
  return (
    <section>
      <div class="title">
        <h2>{t.questions.gaps}</h2>
        <Choice
          name="gaps"
          chosen={kind}
          options={KINDS.map((value) => ({ value, label: t.questions.gapKinds[value] }))}
        />
      </div>
      <WhenLoaded of={gaps}>
        {({ meta }) => (
          <>
            {gaps.rows.length > 0 ? (
              <>
                <GapTable siteId={siteId} gaps={gaps.rows} />
                <CopyGaps gaps={gaps.rows} />
              </>
            ) : (
              gaps.more === undefined && (
                <>
                  <p>{t.questions.noGapsOf[kind]}</p>
                  <Notes notes={meta.notes} />
                </>
              )
            )}
          </>
        )}
      </WhenLoaded>
      <MoreRows of={gaps} name={t.questions.lookOn} />
    </section>
  )
}

function GapTable({ siteId, gaps }: { siteId: string; gaps: readonly Gap[] }): JSX.Element {
  return (
    <table role="table" class="fold gaps">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" class="num">
            {t.questions.times}
          </th>
          <th role="columnheader" scope="col">
            {t.questions.question}
          </th>
          <th role="columnheader" scope="col">
            {t.questions.there}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {gaps.map((gap) => (
          <tr role="row" key={gap.id ?? gap.citation?.queryId}>
            <td role="cell" class="num">
              {gap.count !== null && formatNumber(gap.count)}
            </td>
            <th role="rowheader" scope="row">
              <bdi>{gap.text}</bdi>
            </th>
            <td role="cell" class="quiet full">
              <WhatThereIs siteId={siteId} gap={gap} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Shows the button that copies the questions as a list for people who write pages, with the readers' words in a code
 * block.
 */
function CopyGaps({ gaps }: { gaps: readonly Gap[] }): JSX.Element {
  const lines = gaps.map(({ count, text }) => (count === null ? text : `${count} × ${text}`))
  const text = `${t.questions.gaps}:\n\n${fenced(lines.join('\n'))}`
  return (
    <div class="foot">
      <CopyButton text={text} name={t.questions.copyGaps} />
    </div>
  )
}

function WhatThereIs({ siteId, gap }: { siteId: string; gap: Gap }): JSX.Element {
  const { nearest, missing, language, citation } = gap
  return (
    <>
      {nearest === null ? (
        t.questions.noNearest
      ) : (
        <>
          {t.questions.nearest}{' '}
          <a
            href={appHref(`s/${siteId}/pages?path=${encodeURIComponent(nearest.path)}`)}
            title={nearest.path}
          >
            <bdi>{nearest.heading === '' ? nearest.path : nearest.heading}</bdi>
          </a>
        </>
      )}
      {missing !== null && missing.length > 0 && (
        <>
          ; {t.questions.nothingOn} <Words words={missing} />
        </>
      )}
      {language !== null && missing?.length === 0 && (
        <>; {t.questions.inLanguage(languageName(language))}</>
      )}
      {citation && (
        <>
          ; {t.questions.missed(formatNumber(citation.missed), formatNumber(citation.answers))}
          {citation.winner && (
            <>
              ; {t.questions.winner} <bdi>{citation.winner.domain}</bdi>
            </>
          )}
        </>
      )}
    </>
  )
}

function Words({ words }: { words: readonly string[] }): JSX.Element {
  return (
    <>
      {words.map((word, i) => (
        <span key={word}>
          {i > 0 && ', '}
          <q>
            <bdi>{word}</bdi>
          </q>
        </span>
      ))}
    </>
  )
}
