import * as z from 'zod'
import type { SiteDb } from '../../db/site-db.ts'
import { RUBRIC } from '../domain/ai-score/rubric.ts'
import { siteFault } from '../domain/ai-score/fault.ts'
import { SiteScore } from '../domain/ai-score/site-score.ts'
import { ScanAddress, SCAN_OUTCOMES } from '../features/scans/scan-address.ts'
import { sentenceOf } from '../features/scans/crawl/warning-sentences.ts'
import type { ScanJob } from '../features/scans/scan.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { getSiteScore } from '../features/ai-score/get-site-score.ts'
import { listAddresses } from '../features/scans/list-addresses.ts'
import { PROGRAM } from './command.ts'
import type { Operator } from './operator.ts'
import { showableLine } from './showable-text.ts'

const FINDINGS = 3
const Scored = z.object({ site: SiteScore.nullable() })
const ADDRESSES = 5
const EXAMPLES = 3

/** The facts that the end of a scan reports in addition to its counts. */
export interface ScanReport {
  findings: readonly { id: string; fault: string; detail: string | undefined }[]
  domain: string
  promptsToReview: number
  /** The first few addresses that became no page. */
  addresses: readonly z.output<typeof ScanAddress>[]
  next: string
}

/** Reads the facts that an owner wants to know once a scan has ended. */
export async function readScanReport(
  operator: Operator,
  site: SiteDb,
  scan: ScanJob,
): Promise<ScanReport> {
  const { id: siteId, domain } = site.row
  const [answer, promptsToReview, addresses] = await Promise.all([
    operator.call(getSiteScore, { siteId }),
    site.prompts.countToReview(),
    firstAddresses(operator, scan.id),
  ])
  const { site: score } = Scored.parse(answer)
  const findings = (score?.findings ?? []).slice(0, FINDINGS).map(({ id, pages, detail }) => {
    const check = RUBRIC.find((one) => one.id === id)
    const fault = check ? siteFault(check, pages, score?.pages ?? pages) : pluralize(pages, 'page')
    return { id, fault, detail }
  })
  return {
    domain,
    findings,
    promptsToReview,
    addresses,
    next: nextCommand(scan),
  }
}

/** Reads the first five addresses that became no page: those that failed before those that were left out. */
async function firstAddresses(operator: Operator, jobId: string): Promise<ScanReport['addresses']> {
  const found: z.output<typeof ScanAddress>[] = []
  for (const outcome of SCAN_OUTCOMES) {
    const limit = ADDRESSES - found.length
    if (limit === 0) break
    const answer = await operator.call(listAddresses, { jobId, outcome, limit })
    // The order of the outcomes puts what was only skipped last.
    found.push(...z.object({ items: z.array(ScanAddress) }).parse(answer).items)
  }
  return found
}

/**
 * Names the command that helps most: the one that adds another host of the site, where a scan without success met one;
 * a new scan after an error; else the one that installs the widget.
 */
function nextCommand({ siteId, state, result, error }: ScanJob): string {
  const [elsewhere] = result?.otherHosts ?? []
  if (state !== 'succeeded' && elsewhere && elsewhere.addDomain !== null) {
    return `${PROGRAM} domain add ${elsewhere.host} --site ${siteId}`
  }
  if (error) return `${PROGRAM} scan ${siteId}`
  return `${PROGRAM} widget install ${siteId}`
}

/** Formats the end of a scan as lines for a person. */
export function formatScanEnd(scan: ScanJob, report: ScanReport): string {
  const { state, result, siteId, error } = scan
  if (error) return formatFailure(scan, report)
  const lines = [`Scan of ${report.domain} (${siteId}) ${state}. ${countsOf(result)}`]
  if (result && result.score !== null) lines.push(`AI score of the site: ${result.score}`)
  for (const warning of result?.warnings ?? []) lines.push(...formatWarning(warning))
  lines.push(...formatOtherHosts(scan))
  if (report.findings.length > 0) lines.push('Worst findings:')
  for (const { id, fault, detail } of report.findings) {
    lines.push(`  ${id} ${fault}`)
    if (detail !== undefined) lines.push(`    ${showableLine(detail)}`)
  }
  lines.push(`Prompts to review: ${report.promptsToReview}`, ...formatAddresses(scan, report))
  return [...lines, `Next: ${report.next}`].join('\n')
}

function formatOtherHosts({ siteId, result }: ScanJob): string[] {
  return (result?.otherHosts ?? []).flatMap(({ host, addDomain }) =>
    addDomain === null
      ? []
      : [`  If ${host} is this site too: ${PROGRAM} domain add ${host} --site ${siteId}`],
  )
}

function countsOf(result: ScanJob['result']): string {
  if (!result) return ''
  const { pages, added, changed, unchanged, removed } = result
  return `${pluralize(pages, 'page')}: ${added} new, ${changed} changed, ${unchanged} as before, ${removed} gone.`
}

function formatWarning({
  code,
  count,
  examples = [],
}: NonNullable<ScanJob['result']>['warnings'][number]): string[] {
  const shown = examples.slice(0, EXAMPLES).map((example) => `    ${showableLine(example)}`)
  const more = count - shown.length
  return [
    ...formatCode(code, count),
    ...shown,
    ...(shown.length === EXAMPLES && more > 0 && code === 'DUPLICATE'
      ? [`    and ${more} more`]
      : []),
  ]
}

/**
 * Formats a code with its count, and with a sentence that explains it. A code that only another release knows has no
 * sentence.
 */
function formatCode(code: string, count: number): string[] {
  const sentence = sentenceOf(code)
  return [`  ${code} ${count}`, ...(sentence === undefined ? [] : [`    ${sentence}`])]
}

/** Formats an address that became no page in one line. */
export const formatAddress = ({
  url,
  outcome,
  reason,
  httpStatus,
  targetUrl,
}: z.output<typeof ScanAddress>): string => {
  const why = [reason, ...(httpStatus === null ? [] : [String(httpStatus)])].join(' ')
  const target = targetUrl === null ? '' : ` -> ${targetUrl}`
  return showableLine(`${outcome} (${why}): ${url}${target}`)
}

function formatAddresses({ siteId, progress }: ScanJob, { addresses }: ScanReport): string[] {
  if (addresses.length === 0) return []
  const all = Math.max(addresses.length, progress.skipped + progress.failed)
  return [
    `Addresses that became no page: ${all}`,
    ...addresses.map((address) => `  ${formatAddress(address)}`),
    ...(all > addresses.length ? [`  and more: ${PROGRAM} site addresses ${siteId}`] : []),
  ]
}

function formatFailure(scan: ScanJob, report: ScanReport): string {
  const { error, options, progress } = scan
  if (!error) return ''
  const lines = [`The scan failed: ${error.message} (${error.code}).`, ...formatOtherHosts(scan)]
  const { include, exclude } = options
  if (error.code === 'NO_PAGES' && include.length + exclude.length > 0) {
    const bounds = [
      ...include.map((glob) => `--include ${glob}`),
      ...exclude.map((glob) => `--exclude ${glob}`),
    ].join(' ')
    return [
      ...lines,
      `${pluralize(progress.discovered, 'address', 'addresses')} were found, and none is a page within ${bounds}; a pattern is a path in which * stands for anything, such as '/blog/*'.`,
    ].join('\n')
  }
  return [...lines, ...formatAddresses(scan, report)].join('\n')
}
