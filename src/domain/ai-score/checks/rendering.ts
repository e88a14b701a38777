import { finding, worstFinding, type Problem, warnIf, failIf, failOrWarn } from '../finding.ts'
import { namesBeside } from '../home-page.ts'
import type { CheckInput } from '../check-input.ts'
import type { TargetAnswer } from '../observation.ts'
import { sharedNames } from '../page-names.ts'
import {
  isAnswered,
  onPage,
  onText,
  evidenceSourceOf,
  type CheckEvaluator,
} from '../page-checks.ts'
import { isErrorPage } from '../soft-404.ts'
import { asksForScript } from '../script-notice.ts'
import { countCharacters, widthOf } from '../text-width.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'

/**
 * The least size of the text of a page that is not empty: in bytes of all visible text where there is no main text, in
 * letters of a main text that asks for scripts.
 */
const NO_TEXT = 200
/** The limits from web.dev for a good time to first byte, and for one that is not poor, in milliseconds. */
const GOOD_TTFB_MS = 800
const POOR_TTFB_MS = 2_000
const MAX_HTML_BYTES = 1_000_000
/** The characters of a page after which known agents cut it. */
const MAX_TEXT = 100_000
const GOOD_START = 0.3
const LATE_START = 0.5

/**
 * Passes when the text does not wait for a script. A short note passes, and so does much markup for a little text: how
 * much a page has to say is another matter.
 */
const serverText = onPage((page, seen) => {
  const { isShell, mainText, textBytes } = page
  const isEmpty = mainText === '' && textBytes < NO_TEXT
  const isWaiting =
    !isShell && widthOf(mainText.slice(0, NO_TEXT * 4)) < NO_TEXT && asksForScript(page)
  return worstFinding(
    seen,
    [
      failIf(isShell, 'The page is the empty root of a framework: its text comes from scripts.'),
      failIf(!isShell && isEmpty, 'The HTML has no text.'),
      failIf(!isEmpty && isWaiting, 'All that the HTML says is to wait, or to turn on JavaScript.'),
      warnIf(!isShell && !isEmpty && mainText === '', 'The HTML has menus, and no main text.'),
    ],
    {
      excerpt: mainText,
      good: `${pluralize(countCharacters(mainText), 'character')} of main text.`,
    },
  )
})

const directAnswer: CheckEvaluator = (observation) => {
  const { target } = observation
  const seen = evidenceSourceOf(observation)
  if (target.botWall !== null) {
    return finding('error', seen, ['A protection answered in place of the page.'])
  }
  const { page } = target
  return worstFinding(
    seen,
    [
      failIf(!isAnswered(observation), `Status ${seen.status}.`),
      failIf(
        page !== null && isAnswered(observation) && isErrorPage(page),
        'The page says that it was not found, with a status that says that it was.',
      ),
      warnIf(isCopyOfHome(observation), 'The text is that of the start page, at another address.'),
      ...transportProblems(target),
    ],
    {
      excerpt: target.redirects.length > 0 ? describeRedirects(target) : null,
      good: `Status ${seen.status}.`,
    },
  )
}

const isCopyOfHome = ({ page, home }: CheckInput): boolean =>
  page !== null && sharedNames(page.names, namesBeside(page.url, home))?.text === true

/** True for https, and for an address of the machine itself, since such a request crosses no network. */
const isHttps = (url: string): boolean => url.startsWith('https:') || LOOPBACK.test(url)

const LOOPBACK = /^http:\/\/(?:127\.\d|localhost[:/]|\[::1\])/

function transportProblems(target: TargetAnswer): (Problem | null)[] {
  const urls = [target.url, ...target.redirects.map(({ url }) => url), target.finalUrl]
  const isDowngraded = urls.some((url, i) => isHttps(urls[i - 1] ?? '') && !isHttps(url))
  const { length } = target.redirects
  return [
    failIf(isDowngraded, 'A redirect leads from https to http.'),
    failOrWarn(length > 3, length > 1, `${length} redirects before the page.`),
    warnIf(!isDowngraded && !isHttps(target.finalUrl), 'The page is served over http.'),
  ]
}

const describeRedirects = ({ redirects, finalUrl }: TargetAnswer): string =>
  [...redirects.map(({ url, status }) => `${status} ${url}`), finalUrl].join(' → ')

const speed: CheckEvaluator = (observation) => {
  const { ttfbMs } = observation.target
  const seen = evidenceSourceOf(observation)
  if (ttfbMs === null) return finding('na', seen, ['Not measured.'])
  if (!isAnswered(observation)) return finding('na', seen, ['The page itself was not answered.'])
  const line = `First byte of the start page after ${Math.round(ttfbMs)} ms.`
  return worstFinding(seen, [failOrWarn(ttfbMs > POOR_TTFB_MS, ttfbMs > GOOD_TTFB_MS, line)], {
    good: line,
  })
}

const size = onPage(({ htmlBytes, mainText }, seen, { target }) => {
  const kilobytes = Math.round(htmlBytes / 1_000)
  const isHuge = target.isTruncated || htmlBytes > MAX_HTML_BYTES * 2
  return worstFinding(
    seen,
    [
      failIf(isHuge, `The HTML is longer than ${kilobytes} kB; nothing behind that was read.`),
      warnIf(!isHuge && htmlBytes > MAX_HTML_BYTES, `The HTML has ${kilobytes} kB.`),
      failOrWarn(
        mainText.length > MAX_TEXT * 2,
        mainText.length > MAX_TEXT,
        `The main text has ${mainText.length} characters.`,
      ),
    ],
    { good: `${kilobytes} kB of HTML.` },
  )
})

const earlyText = onText(({ textStart, mainText }, seen) => {
  if (textStart === null) return finding('na', seen, ['There is no main text.'])
  const line = `The main text begins after ${Math.round(textStart * 100)} % of the visible text.`
  return worstFinding(seen, [failOrWarn(textStart > LATE_START, textStart > GOOD_START, line)], {
    excerpt: mainText,
    good: line,
  })
})

export const RENDERING = {
  B1: serverText,
  B2: directAnswer,
  B3: speed,
  B4: size,
  B5: earlyText,
} satisfies Record<string, CheckEvaluator>
