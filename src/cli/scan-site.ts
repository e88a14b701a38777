import type { Config } from '../server/config.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { findNamed, nearestDomain } from '../kernel/names/find-site.ts'
import { PRIVATE_HINT } from '../kernel/names/private-hint.ts'
import { parseWebUrl } from '../lib/web/web-url.ts'
import { ScanJob } from '../features/scans/scan.ts'
import { vetUrl } from '../net/url-policy.ts'
import { outboundPolicy } from '../server/scoring.ts'
import { getScan } from '../features/scans/get-scan.ts'
import { startScan } from '../features/scans/start-scan.ts'
import { createSite } from '../features/sites/create-site.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type CommandInput, type CommandResult, type RunCommand } from './command.ts'
import { formatScanEnd, readScanReport } from './scan-report.ts'
import { withOperator, type Operator } from './operator.ts'
import { ProgressBar } from './progress-bar.ts'

/** Scans a site by its address or id, and shows the progress. An address that belongs to no site makes one. */
export const scanSiteCommand: RunCommand = ({
  options,
  flags,
  lists,
  positionals: [target = ''],
}) => {
  const bounds = readBounds({ options, lists })
  return withOperator(options, async (caller, services, config) => {
    const asked = await siteFor(caller, target, config)
    const scan = ScanJob.parse(await caller.call(startScan, { ...asked, ...bounds }))
    // A server on the same database may claim the scan instead; the job's lease keeps the two apart.
    await services.startJobs({ isAlone: false })
    const ended = await watch(caller, scan.id, !flags.has('json'))
    return tellEnd(caller, ended)
  })
}

function readBounds({ options, lists }: Pick<CommandInput, 'options' | 'lists'>): Bounds {
  const { include, exclude } = lists
  const text = options['max-pages']
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text)) {
    throw new CliError('--max-pages must be a number from 1 on')
  }
  for (const [name, globs = []] of Object.entries({ include, exclude })) {
    const wrong = globs.find((glob) => !glob.startsWith('/'))
    if (wrong !== undefined) {
      throw new CliError(`--${name} must be a path such as '/blog/*', and not ${wrong}`)
    }
  }
  return {
    ...(text !== undefined && { maxPages: Number(text) }),
    ...(include && { include }),
    ...(exclude && { exclude }),
  }
}

interface Bounds {
  maxPages?: number
  include?: readonly string[]
  exclude?: readonly string[]
}

/** The site to scan, and the address to begin at where that is not the site's own. */
interface AskedSite {
  siteId: string
  url?: string
}

async function siteFor(operator: Operator, target: string, config: Config): Promise<AskedSite> {
  if (!target.includes('://')) {
    const named = await findNamed(operator.db, target)
    if (named) return { siteId: named.row.id }
    const meant = await nearestDomain(operator.db, target)
    const hint = meant === undefined ? '' : `did you mean ${meant}? `
    throw new CliError(
      `${operator.organization.name} has no site ${target} in ${config.databaseFile}; ${hint}${PROGRAM} site list has them, and an address such as https://example.com/ makes one`,
    )
  }
  const url = parseWebUrl(target)
  if (!url) throw new CliError(`${target} is no http or https address`)
  const known = await findNamed(operator.db, target)
  if (known && new URL(known.row.url).port === url.port) {
    return { siteId: known.row.id, url: target }
  }
  if (known) {
    throw new CliError(
      `The site ${known.row.id} of this host is ${known.row.url}; another port cannot be added beside it. ${PROGRAM} site update ${known.row.id} --url ${url.origin}/ moves it there, ${PROGRAM} site delete ${known.row.id} removes it`,
    )
  }
  refuseAddress(target, config)
  // @NOTE the output schema of that operation.
  const { id } = (await operator.call(createSite, { url: target, scan: false })) as {
    id: string
  }
  return { siteId: id, url: target }
}

function refuseAddress(target: string, config: Config): void {
  const verdict = vetUrl(target, outboundPolicy(config))
  if (verdict.isPermitted) return
  const hint = verdict.code === 'BLOCKED_ADDRESS' ? `; ${PRIVATE_HINT}` : ''
  throw new CliError(`${verdict.reason}${hint}`)
}

async function watch(operator: Operator, id: string, isShown: boolean) {
  const bar = new ProgressBar(isShown ? process.stderr : undefined)
  const stop = new AbortController()
  let scan: ScanJob | undefined
  try {
    for await (const { data } of await operator.watch(getScan, { jobId: id }, stop.signal)) {
      scan = ScanJob.parse(data)
      const { discovered, fetched, skipped, failed } = scan.progress
      const done = fetched + skipped + failed
      bar.show(
        done,
        discovered,
        `${pluralize(fetched, 'page')}, ${skipped} skipped, ${failed} failed`,
      )
    }
  } finally {
    bar.end()
  }
  if (!scan) throw new CliError('The scan is gone: its site was deleted')
  return scan
}

async function tellEnd(operator: Operator, scan: ScanJob): Promise<CommandResult> {
  const site = await operator.db.sites.find(scan.siteId)
  if (!site) throw new CliError('The site was deleted')
  const report = await readScanReport(operator, site, scan)
  const text = formatScanEnd(scan, report)
  return { data: { ...scan, ...report }, text, failed: scan.state === 'failed' }
}
