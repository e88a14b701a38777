import type { Score } from '../score.ts'

/**
 * Writes a score in one line: `20 F 0 not_indexable | A5:fail`. Passed checks are left out, so the line still has all
 * results; checks are in the order of the rubric, those that do not apply come together at the end.
 */
export function scoreLine({ score, grade, level, caps, checks }: Score): string {
  const byId = checks.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const judged = byId
    .filter(({ status }) => status === 'warn' || status === 'fail' || status === 'error')
    .map(({ id, status }) => `${id}:${status}`)
  const na = byId.filter(({ status }) => status === 'na').map(({ id }) => id)
  const head = [score, grade, level, ...caps.map(({ id }) => id)].join(' ')
  return [head, ...judged, ...(na.length > 0 ? [`na:${na.join(',')}`] : [])].join(' | ')
}
