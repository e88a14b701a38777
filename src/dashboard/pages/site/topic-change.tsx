import type { JSX } from 'preact'
import { formatPercent } from '../../formats.ts'
import { t } from '../../texts/index.ts'
import type { Topics } from './question-filters.ts'

type Topic = Topics['data'][number]

interface ChangeProps {
  topic: Topic
  saysNew: boolean
}

/** Shows the verdict on a topic as a sign, with words for people who do not know the sign. */
export function TopicChange({ topic, saysNew }: ChangeProps): JSX.Element {
  const { up, down, usual, unknown } = t.questions.verdicts
  switch (topic.change?.verdict) {
    case 'unusual_up':
      return <Moved tone="up" sign="▲" words={up} topic={topic} />
    case 'unusual_down':
      return <Moved tone="down" sign="▼" words={down} topic={topic} />
    case 'usual':
      return (
        <span class="noise" title={usual}>
          <span aria-hidden="true">≈</span>
          <span class="unseen">{usual}</span>
        </span>
      )
    default:
      return topic.isNew && saysNew ? (
        <span class="noise">{t.questions.isNew}</span>
      ) : (
        <span class="unseen">{unknown}</span>
      )
  }
}

interface MovedProps {
  tone: 'up' | 'down'
  sign: string
  words: string
  topic: Topic
}

function Moved({ tone, sign, words, topic: { isNew, changePct } }: MovedProps): JSX.Element {
  return (
    <span class={tone} title={words}>
      <span aria-hidden="true">{sign}</span> <span class="unseen">{words} </span>
      {isNew ? t.questions.isNew : changePct !== null && formatPercent(Math.abs(changePct) / 100)}
    </span>
  )
}
