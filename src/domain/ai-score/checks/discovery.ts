import { DAY_MS } from '../../../lib/time/clock.ts'
import { parseLinkHeader } from '../../html/link-header.ts'
import { parseWebUrl } from '../../../lib/web/web-url.ts'
import {
  failIf,
  finding,
  warnIf,
  worstFinding,
  type CheckFinding,
  type Problem,
} from '../finding.ts'
import type { Observation, ProbeAnswer, SitemapAnswer } from '../observation.ts'
import { isAnswered, evidenceSourceOf, type CheckEvaluator } from '../page-checks.ts'
import { botsWithSignals, usageSignals } from '../usage-signals.ts'
import { searchShare } from './access.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'

/** The evidence of check F1 for a page that the sitemap leaves out. */
export const UNLISTED = 'The sitemap does not list this page.'

/** The least number of dates in a sitemap for which equal dates are a sign that they are made up. */
const MIN_LASTMODS = 5
const RELATIONS: ReadonlySet<string> = new Set([
  'api-catalog',
  'service-desc',
  'service-doc',
  'mcp',
  'agent-card',
])

const isOk = ({ status }: ProbeAnswer): boolean => status === 200
const isMarkdown = (answer: ProbeAnswer | null): answer is ProbeAnswer =>
  answer !== null &&
  isOk(answer) &&
  (/^\s*text\/(?:x-)?markdown\b/i.test(answer.contentType ?? '') || isPlainTextMarkdown(answer))

/**
 * True for an answer at an address that ends in `.md` with type text/plain: many servers do not know the type of
 * Markdown.
 */
const isPlainTextMarkdown = ({ url, contentType }: ProbeAnswer): boolean =>
  /^\s*text\/plain\b/i.test(contentType ?? '') && /\.(?:md|markdown)(?:$|[?#])/.test(url)

const notAsked = (observation: Observation): CheckFinding =>
  finding('na', evidenceSourceOf(observation), ['It was not asked for.'])

/** Explains why an address was not requested; undefined when it was. */
function disallowedReason(
  { barred = [], refused = [] }: Observation,
  { url }: ProbeAnswer,
): string | undefined {
  if (barred.includes(url)) return 'Not checked: robots.txt keeps CitableBot out of it.'
  return refused.includes(url) ? 'Not checked: its host was asked enough in this hour.' : undefined
}

const isDisallowed = (observation: Observation, answer: ProbeAnswer): boolean =>
  disallowedReason(observation, answer) !== undefined

const noAnswer = (observation: Observation, answer: ProbeAnswer): CheckFinding =>
  finding('error', answer, [disallowedReason(observation, answer) ?? 'No answer came.'])

const sitemap: CheckEvaluator = (observation) => {
  const { sitemap: answer } = observation
  if (answer === null) return notAsked(observation)
  if (answer.status === null) return noAnswer(observation, answer)
  if (!isOk(answer))
    return finding('fail', answer, [`There is no sitemap: status ${answer.status}.`])
  if (!answer.isValid)
    return finding('fail', answer, ['The answer is no sitemap, or an empty one.'])
  return worstFinding(
    answer,
    [
      warnIf(answer.containsTarget === false, UNLISTED),
      ...lastmodProblems(answer, observation.nowMs),
    ],
    {
      good: `${pluralize(answer.entries, 'entry', 'entries')}${answer.containsTarget === null ? ', and not all were read' : ''}.`,
      notes: (answer.unread ?? []).map(
        ({ url, status }) =>
          `robots.txt names a sitemap that cannot be read: ${url} (${status === null ? 'no answer' : `status ${status}`}).`,
      ),
    },
  )
}

function lastmodProblems({ lastmods }: SitemapAnswer, nowMs: number): (Problem | null)[] {
  const [first = ''] = lastmods
  const day = first.slice(0, 10)
  const isOneDay = lastmods.length >= MIN_LASTMODS && lastmods.every((one) => one.startsWith(day))
  const today = new Date(nowMs).toISOString().slice(0, 10)
  // ISO dates compare as text, so the many dates up to today need not be parsed.
  const future = lastmods.find((one) => one > today && Date.parse(one) > nowMs + DAY_MS)
  return [
    warnIf(lastmods.length === 0, 'No entry has a lastmod.'),
    warnIf(isOneDay, `Every lastmod is ${day}: that is when the sitemap was made.`),
    warnIf(future !== undefined, `The lastmod ${future?.slice(0, 10)} is in the future.`),
  ]
}

const llmsTxt: CheckEvaluator = (observation) => {
  const { llmsTxt: answer } = observation
  if (answer === null) return notAsked(observation)
  if (answer.status === null) return noAnswer(observation, answer)
  const isText = /^\s*text\/(?:plain|markdown|x-markdown)\b/i.test(answer.contentType ?? '')
  // Many servers answer every address with a page.
  if (!isOk(answer) || !isText) return finding('na', answer, ['There is none; none is needed.'])
  const [title] = /^# .{1,200}/m.exec(answer.text.slice(0, 10_000)) ?? []
  const hasLink = /\]\([^()\s]{1,2000}\)/.test(answer.text.slice(0, 100_000))
  const full = /\bllms-full\.txt\b/.test(answer.text) ? ' It names llms-full.txt.' : ''
  return worstFinding(
    answer,
    [...overviewProblems(title, hasLink), hasLink ? brokenLink(observation, answer.link) : null],
    { excerpt: title ?? answer.text.slice(0, 200), good: `It has a title and links.${full}` },
  )
}

const overviewProblems = (title: string | undefined, hasLink: boolean): (Problem | null)[] => [
  failIf(
    title === undefined && !hasLink,
    'It has neither a line that begins with "# " nor a link.',
  ),
  warnIf(title === undefined && hasLink, 'No line begins with "# ".'),
  warnIf(title !== undefined && !hasLink, 'It has no links.'),
]

function brokenLink(observation: Observation, link: ProbeAnswer | null): Problem | null {
  if (link === null || isDisallowed(observation, link)) return null
  const { status } = link
  const isBroken = status === null || status < 200 || status >= 400
  return warnIf(isBroken, `Its first link gives ${status ?? 'no answer'}.`)
}

const markdown: CheckEvaluator = (observation) => {
  const { markdown: answers } = observation
  if (answers === null || !isAnswered(observation)) return notAsked(observation)
  const { negotiated, twin, alternate } = answers
  // Markdown with an address of its own comes first: it needs no header that keeps caches from mixing up the two.
  const asked = [alternate, twin, negotiated].filter((answer) => answer !== null)
  const found = asked.find(isMarkdown)
  if (found === undefined) {
    const unknown =
      asked.find((answer) => isDisallowed(observation, answer)) ??
      (asked.every(({ status }) => status === null) ? asked[0] : undefined)
    if (unknown !== undefined) return noAnswer(observation, unknown)
    return alternate === null
      ? finding('na', negotiated ?? evidenceSourceOf(observation), [NO_MARKDOWN])
      : finding('fail', alternate, [`The linked Markdown is none: ${describeAnswer(alternate)}.`])
  }
  const isMixed = found === negotiated && !/\baccept\b(?!-)/i.test(negotiated.vary ?? '')
  return worstFinding(found, [warnIf(isMixed, 'Markdown is answered without Vary: Accept.')], {
    good: `Markdown of the start page is at ${found.url}.`,
  })
}

const NO_MARKDOWN = 'The start page has no Markdown; none is needed.'

const describeAnswer = ({ status, contentType }: ProbeAnswer): string =>
  status === 200 ? (contentType ?? 'without a type') : `status ${status ?? 'unknown'}`

const signals: CheckEvaluator = (observation) => {
  const seen = observation.robots ?? evidenceSourceOf(observation)
  if (observation.robots === null) return notAsked(observation)
  const found = usageSignals(observation)
  const single = botsWithSignals(observation)
  if (found.length === 0) {
    return single.length === 0
      ? finding('na', seen, ['No use is signalled; none has to be.'])
      : finding('warn', seen, [`Only these bots are given signals: ${single.join(', ')}.`])
  }
  const wrong = found.filter(({ use, allowed }) => use === null || allowed === null)
  const search = found.find(({ use }) => use === 'search')?.allowed ?? null
  const allowedShare = searchShare(observation) ?? 0
  return worstFinding(
    seen,
    [
      warnIf(wrong.length > 0, `Not known: ${wrong.map(({ text }) => text).join(', ')}.`),
      warnIf(
        search === true && allowedShare === 0,
        'search=yes, but every search bot is kept out.',
      ),
      warnIf(search === false && allowedShare > 0, 'search=no, but search bots are let in.'),
    ],
    {
      excerpt: found.map(({ text }) => text).join(', '),
      good: `${pluralize(found.length, 'signal')}.`,
    },
  )
}

const licence: CheckEvaluator = (observation) => {
  const { robots, tdmRep, target } = observation
  const lines = licenceLines(observation)
  const tdm = tdmRep?.status === 200 ? tdmRep : null
  const reservation = target.headers['tdm-reservation']?.trim()
  const stated = [...lines, target.page?.licenseUrl, tdm?.url, reservation]
  const [first] = stated.filter((one) => typeof one === 'string')
  const seen = evidenceSourceOf(observation)
  if (first === undefined) return finding('na', seen, ['No licence is stated; none is needed.'])
  return worstFinding(
    (lines.length > 0 && robots) || seen,
    [
      warnIf(lines.some(isRelative), 'The License line of robots.txt names no absolute address.'),
      warnIf(tdm?.isJson === false, 'tdmrep.json is no valid JSON.'),
      warnIf(isOdd(reservation), 'The header tdm-reservation is neither 0 nor 1.'),
    ],
    { excerpt: first, good: 'A licence is stated.' },
  )
}

const licenceLines = ({ robots }: Observation): string[] =>
  (robots?.robots?.notes ?? []).filter(({ name }) => name === 'license').map(({ value }) => value)

const isOdd = (reservation: string | undefined): boolean =>
  reservation !== undefined && reservation !== '0' && reservation !== '1'

const isRelative = (address: string): boolean => parseWebUrl(address) === undefined

const agentInterfaces: CheckEvaluator = (observation) => {
  const { wellKnown, target } = observation
  const linked = parseLinkHeader(target.headers['link'] ?? '').find(({ parameters }) =>
    (parameters.get('rel') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .some((rel) => RELATIONS.has(rel)),
  )
  if (linked !== undefined) {
    return finding(
      'pass',
      evidenceSourceOf(observation),
      ['The Link header names an interface.'],
      linked.href,
    )
  }
  if (wellKnown === null) return notAsked(observation)
  const found = wellKnown.filter(isOk)
  const valid = found.find(({ isJson }) => isJson)
  if (valid !== undefined) return finding('pass', valid, [`Found at ${valid.url}.`])
  const [broken] = found.filter(({ contentType }) => !/^\s*text\/html\b/i.test(contentType ?? ''))
  if (broken !== undefined) return finding('warn', broken, ['The document is no valid JSON.'])
  const barred = wellKnown.find((answer) => isDisallowed(observation, answer))
  if (barred !== undefined) return noAnswer(observation, barred)
  return finding('na', evidenceSourceOf(observation), ['There is none; none is needed.'])
}

export const DISCOVERY = {
  F1: sitemap,
  F2: llmsTxt,
  F3: markdown,
  F4: signals,
  F5: licence,
  F6: agentInterfaces,
} satisfies Record<string, CheckEvaluator>
