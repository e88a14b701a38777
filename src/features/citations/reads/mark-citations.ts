import type { AnswerSource } from './check.ts'

/** Returns a text with the number of each cited address behind the words that it is cited for: `… in Leeds [2]`. */
export function markCitations(text: string, sources: readonly AnswerSource[]): string {
  const marks = sources
    .flatMap(({ position, spans }) => spans.map(([, end]) => ({ end, position })))
    .filter(({ end, position }) => position !== null && end <= text.length)
    .toSorted((a, b) => a.end - b.end || (a.position ?? 0) - (b.position ?? 0))
  const parts: string[] = []
  let at = 0
  for (const { end, position } of marks) {
    parts.push(text.slice(at, end), ` [${position}]`)
    at = end
  }
  parts.push(text.slice(at))
  return parts.join('')
}
