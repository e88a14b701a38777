import { fewAskers, MIN_ASKERS } from '../../domain/topics/privacy.ts'
import type { TopicTrend } from './count-topics.ts'

/** A topic, or the row for all topics of too few askers, which has no number and no id. */
export type FoldedTopic = Omit<TopicTrend, 'num' | 'id'> & {
  num: number | null
  id: string | null
}

/** Keeps topics that are named and sums all others as one row, so that the questions still add up. */
export function foldUnnamed(topics: readonly TopicTrend[]): FoldedTopic[] {
  const shown = topics.filter(({ isNamed }) => isNamed)
  const few = topics.filter(({ isNamed }) => !isNamed)
  const [first] = few
  if (!first) return shown
  const sum = (of: (topic: TopicTrend) => number): number =>
    few.reduce((total, topic) => total + of(topic), 0)
  const rest = {
    ...first,
    num: null,
    id: null,
    label: fewAskers(MIN_ASKERS),
    questions: sum(({ questions }) => questions),
    askers: sum(({ askers }) => askers),
    before: first.before === null ? null : sum(({ before }) => before ?? 0),
    comparable: first.before === null ? null : sum(({ comparable }) => comparable ?? 0),
    verdict: null,
  }
  return [...shown, rest]
}
