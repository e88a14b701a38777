/**
 * The results of a check: `na` means that the check does not apply or was not requested, `error` that its facts could
 * not be found out; neither changes the score.
 */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'na' | 'error'

const LETTER_BY_STATUS = { pass: 'p', warn: 'w', fail: 'f', na: 'n', error: 'e' } as const
const STATUS_BY_LETTER: ReadonlyMap<string, CheckStatus> = new Map(
  // @NOTE the keys of LETTER_BY_STATUS are the statuses.
  Object.entries(LETTER_BY_STATUS).map(([status, letter]) => [letter, status as CheckStatus]),
)

/** The statuses that lose points. */
export const CHECK_STATUSES_LOST = ['fail', 'warn'] as const

/** Writes statuses as scans store them: a letter for each. */
export const toLetters = (found: readonly CheckStatus[]): string =>
  found.map((status) => LETTER_BY_STATUS[status]).join('')

/** Reads what `toLetters` wrote; a letter that it never writes is an error. */
export const readLetters = (letters: string): CheckStatus[] =>
  letters.split('').map((letter) => STATUS_BY_LETTER.get(letter) ?? 'error')

/** The evidence of a check. */
export interface Evidence {
  /** The address that was checked. */
  url: string
  /** The HTTP status of the answer at that address; null when there was no answer. */
  httpStatus: number | null
  /**
   * A piece of the site's text, as data: at most 200 characters without control characters; null when none is needed.
   */
  excerpt: string | null
  /** The facts that were seen, one sentence each, worst first; at most 20. */
  details: string[]
}

/** The result of one check. */
export interface CheckFinding {
  readonly status: CheckStatus
  readonly evidence: Evidence
}

const MAX_EXCERPT = 200
const MAX_DETAILS = 20

/** Matches invisible characters: marks that change the direction of text, tag characters and the like. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]+/gu
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** True for text that needs no cleaning, as nearly all details: printable ASCII without two spaces in a row. */
const isPlain = (text: string): boolean =>
  /^[ -~]*$/.test(text) && !text.includes('  ') && text.trim() === text

const oneLine = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(CONTROLS, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .join(' ')

/** Makes one line of a site's text fit to be shown: truncated, without invisible characters. */
export function cleanExcerpt(text: string): string {
  if (text.length <= MAX_EXCERPT && isPlain(text)) return text
  // The beginning is enough, unless most of it is invisible.
  const start = oneLine(text.slice(0, MAX_EXCERPT * 2))
  const line = start.length > MAX_EXCERPT ? start : oneLine(text.slice(0, MAX_EXCERPT * 10))
  if (line.length <= MAX_EXCERPT) return line
  return `${line
    .slice(0, MAX_EXCERPT - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}

/** The address where something was seen, and its status; the status is null where there was no answer. */
interface Seen {
  url: string
  status: number | null
}

/**
 * Makes a finding. Text of the site is cleaned here, on first access: a scan, which judges thousands of pages, only
 * keeps the status.
 */
export const finding = (
  status: CheckStatus,
  seen: Seen,
  details: readonly string[],
  excerpt?: string | null,
): CheckFinding => ({
  status,
  get evidence(): Evidence {
    return {
      url: seen.url,
      httpStatus: seen.status,
      excerpt: typeof excerpt === 'string' ? cleanExcerpt(excerpt) : null,
      details: details.slice(0, MAX_DETAILS).map(cleanExcerpt),
    }
  },
})

/** Writes the evidence of a check as one line of at most 200 characters, to be kept next to the statuses. */
export function whyOf({ details, excerpt }: Evidence): string {
  const seen = excerpt === null || excerpt === '' ? [] : [`“${excerpt}”`]
  const line = [...details, ...seen].reduce((all, one) => {
    if (all === '') return one
    return `${all}${/[.:]$/.test(all) ? '' : ';'} ${one}`
  }, '')
  return cleanExcerpt(line)
}

/** True for a status that loses points. */
export const isLost = (status: CheckStatus): boolean => status === 'fail' || status === 'warn'

/** A problem and its effect on the check that found it; a check without problems passes. */
export interface Problem {
  status: 'warn' | 'fail'
  text: string
}

/** Returns a problem that costs a part of the points if `isSo` holds, else null. */
export const warnIf = (isSo: boolean, text: string): Problem | null =>
  isSo ? { status: 'warn', text } : null
/** Returns a problem that costs all points if `isSo` holds, else null. */
export const failIf = (isSo: boolean, text: string): Problem | null =>
  isSo ? { status: 'fail', text } : null

/** Returns a problem that costs all points if `isBad` holds, or a part of them if only `isPoor` does, else null. */
export const failOrWarn = (isBad: boolean, isPoor: boolean, text: string): Problem | null =>
  failIf(isBad, text) ?? warnIf(isPoor, text)

/**
 * Makes a finding from several problems: the worst one decides the status, failures are listed first, and notes last.
 */
export function worstFinding(
  seen: Seen,
  problems: readonly (Problem | null)[],
  {
    excerpt = null,
    good = 'Found nothing to mend.',
    notes = [],
  }: { excerpt?: string | null; good?: string; notes?: readonly string[] } = {},
): CheckFinding {
  const found = problems.filter((problem) => problem !== null)
  if (found.length === 0) return finding('pass', seen, [good, ...notes], excerpt)
  const failures = found.filter(({ status }) => status === 'fail')
  const warnings = found.filter(({ status }) => status === 'warn')
  const details = [...[...failures, ...warnings].map(({ text }) => text), ...notes]
  return finding(failures.length > 0 ? 'fail' : 'warn', seen, details, excerpt)
}
