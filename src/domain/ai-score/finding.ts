/**
 * `na` is what does not apply or was not asked for, `error` what could not be found out; both leave the score alone.
 */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'na' | 'error'

/** What a check saw. */
export interface Evidence {
  /** What was looked at. */
  url: string
  /** Null where no answer came. */
  httpStatus: number | null
  /** Words of the site, as data: at most 200 characters without control characters; null where none are needed. */
  excerpt: string | null
  /** What was found, a sentence each, worst first; at most 20. */
  details: string[]
}

/** What a check found. */
export interface Finding {
  readonly status: CheckStatus
  readonly evidence: Evidence
}

const MAX_EXCERPT = 200
const MAX_DETAILS = 20

/** Marks that change the direction of text, and what is not visible at all, tag characters among them. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cs}]+/gu
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** What needs no cleaning, as nearly all details: printable ASCII without two spaces in a row. */
const isPlain = (text: string): boolean =>
  /^[ -~]*$/.test(text) && !text.includes('  ') && text.trim() === text

const oneLine = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(CONTROLS, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .join(' ')

/** One line of a site's words, fit to be shown: cut, and without what cannot be seen. */
export function cleanExcerpt(text: string): string {
  if (text.length <= MAX_EXCERPT && isPlain(text)) return text
  // The beginning is enough, unless most of it cannot be seen.
  const start = oneLine(text.slice(0, MAX_EXCERPT * 2))
  const line = start.length > MAX_EXCERPT ? start : oneLine(text.slice(0, MAX_EXCERPT * 10))
  if (line.length <= MAX_EXCERPT) return line
  return `${line
    .slice(0, MAX_EXCERPT - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}

/**
 * Makes a finding; words of the site are cleaned here, wherever they stand, once somebody looks at them: a scan, which
 * judges thousands of pages, keeps the status alone.
 */
export function finding(
  status: CheckStatus,
  seen: { url: string; status: number | null },
  details: readonly string[],
  excerpt?: string | null,
): Finding {
  return new LazyFinding(status, seen, details, excerpt ?? null)
}

class LazyFinding implements Finding {
  readonly status: CheckStatus
  readonly #seen: { url: string; status: number | null }
  readonly #details: readonly string[]
  readonly #excerpt: string | null

  constructor(
    status: CheckStatus,
    seen: { url: string; status: number | null },
    details: readonly string[],
    excerpt: string | null,
  ) {
    this.status = status
    this.#seen = seen
    this.#details = details
    this.#excerpt = excerpt
  }

  get evidence(): Evidence {
    return {
      url: this.#seen.url,
      httpStatus: this.#seen.status,
      excerpt: this.#excerpt === null ? null : cleanExcerpt(this.#excerpt),
      details: this.#details.slice(0, MAX_DETAILS).map(cleanExcerpt),
    }
  }
}

/** What is wrong, and what it makes of a check: nothing is a pass. */
export interface Problem {
  status: 'warn' | 'fail'
  text: string
}

/** A problem that costs a part of the points, where it is so. */
export const warnIf = (isSo: boolean, text: string): Problem | null =>
  isSo ? { status: 'warn', text } : null
/** A problem that costs all points, where it is so. */
export const failIf = (isSo: boolean, text: string): Problem | null =>
  isSo ? { status: 'fail', text } : null

/** The worst of several problems decides; failures are told first. */
export function judge(
  seen: { url: string; status: number | null },
  problems: readonly (Problem | null)[],
  {
    excerpt = null,
    good = 'Found nothing to mend.',
  }: { excerpt?: string | null; good?: string } = {},
): Finding {
  const found = problems.filter((problem) => problem !== null)
  if (found.length === 0) return finding('pass', seen, [good], excerpt)
  const failures = found.filter(({ status }) => status === 'fail')
  const warnings = found.filter(({ status }) => status === 'warn')
  const details = [...failures, ...warnings].map(({ text }) => text)
  return finding(failures.length > 0 ? 'fail' : 'warn', seen, details, excerpt)
}
