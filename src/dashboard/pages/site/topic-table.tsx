import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { formatNumber } from '../../formats.ts'
import { useMay } from '../../rights.ts'
import { hrefWith, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import type { Topics } from './question-filters.ts'
import { TopicChange } from './topic-change.tsx'
import { MergeTopic, RenameTopic } from './topic-dialogs.tsx'

type Topic = Topics['data'][number]

/** The number of topics that are shown before a person asks for all. */
const SHOWN = 8

interface Props {
  siteId: string
  topics: readonly Topic[]
  chosen: string | undefined
  onChanged: () => void
}

/**
 * Lists topics with bars; each of them filters the questions. Editors can rename the chosen topic and merge it into
 * another.
 */
export function TopicTable({ siteId, topics, chosen, onChanged }: Props): JSX.Element {
  const { path, query } = usePlace()
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(1, ...topics.map(({ questions }) => questions))
  const shown = topics.filter(({ id }, i) => isWhole || i < SHOWN || id === chosen)
  const topic = topics.find(({ id }) => id === chosen)
  return (
    <>
      <div class="title">
        <h2>{t.questions.topics}</h2>
        {topic && <TopicActs siteId={siteId} topic={topic} topics={topics} onChanged={onChanged} />}
      </div>
      {topics.length === 0 ? (
        <p class="note">{t.questions.noTopics}</p>
      ) : (
        <BarTable topics={shown} most={most} chosen={chosen} />
      )}
      {chosen !== undefined && (
        <a class="more" href={hrefWith(path, query, { topic: undefined })}>
          {t.questions.allTopicsAgain}
        </a>
      )}
      {chosen === undefined && topics.length > shown.length && (
        <button type="button" class="plain more" onClick={() => setWhole(true)}>
          {t.questions.allTopics(formatNumber(topics.length))}
        </button>
      )}
    </>
  )
}

interface BarsProps {
  topics: readonly Topic[]
  /** The number of questions of the largest topic, whose bar is the longest. */
  most: number
  chosen: string | undefined
}

function BarTable({ topics, most, chosen }: BarsProps): JSX.Element {
  const saysNew = topics.some(({ isNew }) => !isNew)
  return (
    <table class="bars">
      <caption class="unseen">{t.questions.topics}</caption>
      <thead>
        <tr>
          <th scope="col">{t.questions.topic}</th>
          <th scope="col" class="num">
            {t.questions.count}
          </th>
          <th scope="col" class="num">
            {t.questions.change}
          </th>
        </tr>
      </thead>
      <tbody>
        {topics.map((one) => (
          <TopicRow
            key={one.id}
            topic={one}
            most={most}
            isChosen={one.id === chosen}
            saysNew={saysNew}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  topic: Topic
  most: number
  isChosen: boolean
  /** False where all topics are new, since “new” then says nothing about one of them. */
  saysNew: boolean
}

function TopicRow({ topic, most, isChosen, saysNew }: RowProps): JSX.Element {
  const { path, query } = usePlace()
  return (
    <tr class={isChosen ? 'open' : undefined}>
      <th scope="row">
        <svg class="length" aria-hidden="true">
          <rect width={`${(100 * topic.questions) / most}%`} height="100%" rx="3" />
        </svg>
        <bdi title={topic.label}>
          <a
            href={hrefWith(path, query, { topic: topic.id })}
            aria-current={isChosen ? 'true' : undefined}
          >
            {topic.label}
          </a>
        </bdi>
      </th>
      <td class="num">{formatNumber(topic.questions)}</td>
      <td class="num">
        <TopicChange topic={topic} saysNew={saysNew} />
      </td>
    </tr>
  )
}

interface ActsProps {
  siteId: string
  topic: Topic
  topics: readonly Topic[]
  onChanged: () => void
}

function TopicActs({ siteId, topic, topics, onChanged }: ActsProps): JSX.Element | null {
  const may = useMay()
  const [open, setOpen] = useState<'rename' | 'merge'>()
  if (!may('PUT /topics/{siteId}/{topicId}')) return null
  const given = { siteId, topic, onChanged, onClose: () => setOpen(undefined) }
  return (
    <span class="acts">
      <button type="button" class="plain" onClick={() => setOpen('rename')}>
        {t.questions.rename}
      </button>
      {topics.length > 1 && (
        <button type="button" class="plain" onClick={() => setOpen('merge')}>
          {t.questions.merge}
        </button>
      )}
      {open === 'rename' && <RenameTopic {...given} />}
      {open === 'merge' && <MergeTopic {...given} topics={topics} />}
    </span>
  )
}
