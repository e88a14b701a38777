import type { TenantDb } from '../../db/tenant.ts'
import { ServiceError } from '../core/errors.ts'
import type { Operation } from '../core/operation.ts'
import { planOf } from '../core/plans.ts'
import type { Principal } from '../core/principal.ts'
import { parseWebUrl } from '../core/web-url.ts'
import { ScanJob } from '../features/scans/scan.ts'
import { OPERATIONS } from '../operations.ts'
import type { Services } from '../services.ts'
import { CliError } from './cli-error.ts'
import type { Result, Values } from './commands.ts'
import { ProgressBar } from './progress-bar.ts'
import { withServices } from './with-services.ts'

/** Scans a site by its address or id, and makes it where there is none; shows how far it is. */
export function scanSite(values: Values, [target]: readonly string[]): Promise<Result> {
  if (target === undefined) {
    return Promise.reject(new CliError('Usage: citable scan URL|SITE_ID'))
  }
  return withServices(async (services) => {
    const caller = await operatorOf(services, values)
    const siteId = await siteFor(services, caller, target)
    const options =
      values['max-pages'] === undefined ? {} : { maxPages: Number(values['max-pages']) }
    const scan = ScanJob.parse(await caller.call('scans.start', { siteId, ...options }))
    // Beside a server on the same database, either may claim the scan; its lease keeps them apart.
    await services.startJobs({ isAlone: false })
    return report(await watch(caller, scan.id, values['json'] !== true))
  })
}

interface Operator {
  db: TenantDb
  call(operation: string, input: unknown): Promise<unknown>
  watch: (id: string, signal: AbortSignal) => Promise<AsyncIterable<{ data: unknown }>>
}

/** Whoever can read the database may do what an owner may; the same checks of the input hold. */
async function operatorOf({ context, database }: Services, values: Values): Promise<Operator> {
  const orgId = values['org'] === undefined ? undefined : String(values['org'])
  const organization = await database.accounts.findOrganization(orgId)
  if (!organization) {
    throw new CliError('Name the organization with --org ID (there is none, or more than one)')
  }
  const principal: Principal = {
    kind: 'session',
    sessionId: 'cli',
    userId: 'cli',
    orgId: organization.id,
    plan: planOf(organization.plan),
    role: 'owner',
  }
  const caller = { ...NO_CALLER, requestId: context.newId('req') }
  return {
    db: context.tenant(organization.id),
    call: (name, input) =>
      operation(name).execute(context, principal, caller, input).catch(inPlainWords),
    async watch(jobId, signal) {
      const { watch: open } = operation('scans.get')
      if (!open) throw new Error('A scan can be watched')
      const options = { lastEventId: undefined, signal }
      const events = await open(context, principal, caller, { jobId }, options)
      // Only who names a last event can have seen them all.
      return events ?? Promise.reject(new Error('A scan tells its end'))
    },
  }
}

const NO_CALLER = {
  address: '127.0.0.1',
  userAgent: undefined,
  origin: undefined,
  referer: undefined,
  country: undefined,
  optedOut: false,
}

function operation(name: string): Operation {
  const found = OPERATIONS.find((one) => one.name === name)
  if (!found) throw new Error(`There is no operation ${name}`)
  return found
}

function inPlainWords(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error
  const fields = error.details.fields?.map(({ path, message }) => `${path}: ${message}`) ?? []
  throw new CliError([error.message, ...fields].join('\n'), { cause: error })
}

async function siteFor({ context }: Services, operator: Operator, target: string) {
  if (!target.includes('://')) {
    const named = await operator.db.site(target)
    if (!named) throw new CliError(`There is no site ${target}`)
    return named.row.id
  }
  const url = parseWebUrl(target)
  if (!url) throw new CliError(`${target} is no http or https address`)
  const known = await operator.db.site(url.hostname.replace(/^www\./, ''))
  if (known && new URL(known.row.url).port === url.port) return known.row.id
  if (known) {
    throw new CliError(
      `The site ${known.row.id} of this host is ${known.row.url}; another port cannot be added beside it`,
    )
  }
  const refusal = context.refuseAddress(target)
  if (refusal !== undefined) {
    throw new CliError(`${refusal}; ALLOW_PRIVATE_NETWORKS=1 lets a trial scan private addresses`)
  }
  // @NOTE the output of that operation.
  const { id } = (await operator.call('sites.create', { url: target, scan: false })) as {
    id: string
  }
  return id
}

async function watch(operator: Operator, id: string, isShown: boolean) {
  const bar = new ProgressBar(isShown ? process.stderr : undefined)
  const stop = new AbortController()
  let scan: ScanJob | undefined
  for await (const { data } of await operator.watch(id, stop.signal)) {
    scan = ScanJob.parse(data)
    const { discovered, fetched, skipped, failed } = scan.progress
    const done = fetched + skipped + failed
    bar.show(done, discovered, `${fetched} pages, ${skipped} skipped, ${failed} failed`)
  }
  bar.end()
  if (!scan) throw new CliError('The scan is gone: its site was deleted')
  return scan
}

function report(scan: ScanJob): Result {
  const { state, result, error, siteId } = scan
  const warnings = result?.warnings.map(({ code, count }) => `  ${code} ${count}`) ?? []
  const counts = result
    ? `${result.pages} pages: ${result.added} new, ${result.changed} changed, ${result.unchanged} as before, ${result.removed} gone.`
    : ''
  const text = error
    ? `The scan failed: ${error.message} (${error.code}).`
    : [`Scan of ${siteId} ${state}. ${counts}`, ...warnings].join('\n')
  return { data: scan, text, failed: state === 'failed' }
}
