import type { Span } from './span.ts'

const MIN_CHARS = 60
const RUN = /[A-Za-z0-9+/=_-]{60,}/g
/** A run of percent signs, backslash or HTML escapes: letters as numbers. */
const ESCAPES =
  /(?:%[0-9A-Fa-f]{2}){20,}|(?:\\[xu]\{?[0-9A-Fa-f]{2,6}\}?){15,}|(?:&#x?[0-9A-Fa-f]{1,6};){12,}|(?:[01]{8}[ ,]?){8,}|(?:(?:0x)?[0-9A-Fa-f]{2}[ :,]){30,}/g

/** Parts that hold encoded text. In `urls`, which are readable by their slashes and hyphens, only whole segments count. */
export function findEncoded(text: string, urls: readonly Span[]): Span[] {
  const inUrl = (at: number) => urls.some(({ start, end }) => start <= at && at < end)
  const runs = [...text.matchAll(RUN)].flatMap((match) => {
    const span = { start: match.index, end: match.index + match[0].length }
    const suspect = inUrl(match.index)
      ? match[0].split(/[-_/=+]/).some((part) => part.length >= MIN_CHARS)
      : isEncoded(match[0])
    return suspect ? [span] : []
  })
  const escapes = [...text.matchAll(ESCAPES)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter(({ start }) => !inUrl(start))
  return [...runs, ...escapes]
}

/** Words with slashes or hyphens between change their kind of letter rarely; encoded text does at every second one. */
function isEncoded(run: string): boolean {
  if (!/[-_/+]/.test(run)) return /[A-Za-z0-9]/.test(run) && !/^[=]+$/.test(run)
  const kinds = Array.from(run, kindOf)
  const changes = kinds.filter((kind, i) => i > 0 && kind !== kinds[i - 1]).length
  return changes >= run.length * 0.4 && /\d/.test(run) && /[A-Z]/.test(run)
}

function kindOf(char: string): number {
  if (/[a-z]/.test(char)) return 0
  if (/[A-Z]/.test(char)) return 1
  return /\d/.test(char) ? 2 : 3
}
