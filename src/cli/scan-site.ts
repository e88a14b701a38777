import type { Config } from '../server/config.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { PRIVATE_HINT } from '../kernel/private-hint.ts'
import { parseWebUrl } from '../lib/web/web-url.ts'
import { ScanJob } from '../features/scans/scan.ts'
import { vetUrl } from '../net/url-policy.ts'
import { outboundPolicy } from '../server/scoring.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type CommandInput, type CommandResult } from './command.ts'
import { operatorOf, type Operator } from './operator.ts'
import { ProgressBar } from './progress-bar.ts'
import { withServices } from './with-services.ts'

/** Scans a site by its address or id, and creates it when there is none; shows the progress. */
export function scanSiteCommand({
  options,
  flags,
  positionals: [target = ''],
}: CommandInput): Promise<CommandResult> {
  const bounds = readBounds(options['max-pages'])
  return withServices(async (services, config) => {
    const caller = await operatorOf(services, options['org'])
    const siteId = await siteFor(caller, target, config)
    const scan = ScanJob.parse(await caller.call('scans.start', { siteId, ...bounds }))
    // A server on the same database may claim the scan instead; the job's lease keeps the two apart.
    await services.startJobs({ isAlone: false })
    return formatScan(await watch(caller, scan.id, !flags.has('json')))
  })
}

function readBounds(text: string | undefined): { maxPages?: number } {
  if (text === undefined) return {}
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CliError('--max-pages must be a number from 1 on')
  return { maxPages: Number(text) }
}

async function siteFor(operator: Operator, target: string, config: Config): Promise<string> {
  if (!target.includes('://')) {
    const named = await operator.db.sites.find(target)
    if (named) return named.row.id
    throw new CliError(
      `${operator.organization.name} has no site ${target} in ${config.databaseFile}; ${PROGRAM} site list has them, and an address such as https://example.com/ makes one`,
    )
  }
  const url = parseWebUrl(target)
  if (!url) throw new CliError(`${target} is no http or https address`)
  const known = await operator.db.sites.find(url.hostname.replace(/^www\./, ''))
  if (known && new URL(known.row.url).port === url.port) return known.row.id
  if (known) {
    throw new CliError(
      `The site ${known.row.id} of this host is ${known.row.url}; another port cannot be added beside it`,
    )
  }
  refuseAddress(target, config)
  // @NOTE the output schema of that operation.
  const { id } = (await operator.call('sites.create', { url: target, scan: false })) as {
    id: string
  }
  return id
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
  for await (const { data } of await operator.watch(id, stop.signal)) {
    scan = ScanJob.parse(data)
    const { discovered, fetched, skipped, failed } = scan.progress
    const done = fetched + skipped + failed
    bar.show(
      done,
      discovered,
      `${pluralize(fetched, 'page')}, ${skipped} skipped, ${failed} failed`,
    )
  }
  bar.end()
  if (!scan) throw new CliError('The scan is gone: its site was deleted')
  return scan
}

function formatScan(scan: ScanJob): CommandResult {
  const { state, result, error, siteId } = scan
  const warnings = result?.warnings.map(({ code, count }) => `  ${code} ${count}`) ?? []
  const counts = result
    ? `${pluralize(result.pages, 'page')}: ${result.added} new, ${result.changed} changed, ${result.unchanged} as before, ${result.removed} gone.`
    : ''
  const text = error
    ? `The scan failed: ${error.message} (${error.code}).`
    : [`Scan of ${siteId} ${state}. ${counts}`, ...warnings].join('\n')
  return { data: scan, text, failed: state === 'failed' }
}
