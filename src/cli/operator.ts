import type { Organization } from '../../db/system/accounts.ts'
import type { SiteDb } from '../../db/site-db.ts'
import type { TenantDb } from '../../db/tenant/tenant-db.ts'
import { faceOn, type Operation } from '../kernel/door/operation.ts'
import { grantedPlan } from '../kernel/plan/granted-plan.ts'
import type { Principal } from '../kernel/door/principal.ts'
import type { RowStream } from '../kernel/door/row-stream.ts'
import type { Config } from '../server/config.ts'
import type { Services } from '../server/services.ts'
import { chooseOrganization } from './choose-organization.ts'
import type { CommandInput } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { withServices, type WithServicesOptions } from './with-services.ts'

/**
 * The operator of one organization: calls operations with the rights of an owner and the same checks of the input.
 * Anyone who can read the database may be one.
 */
export interface Operator {
  organization: Organization
  db: TenantDb
  call(operation: Operation, input: unknown): Promise<unknown>
  /** Answers as the tools of MCP do: the input may name a site in any way, and rows come as a table. */
  ask(operation: Operation, input: unknown): Promise<unknown>
  /** Answers with a file. Throws for an operation that has none. */
  open(operation: Operation, input: unknown): Promise<RowStream>
  /** Yields each change of what an operation reads, to its end. Rejects for an operation that cannot be watched. */
  watch: (
    operation: Operation,
    input: unknown,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<{ data: unknown }>>
}

type Options = CommandInput['options']

/** Runs work as the operator of one organization: the one that `--org` names, or the only one there is. */
export const withOperator = <T>(
  { org }: Options,
  work: (operator: Operator, services: Services, config: Config) => Promise<T>,
  options?: WithServicesOptions,
): Promise<T> =>
  withServices(
    async (services, config) => work(await operatorOf(services, org), services, config),
    options,
  )

/** Runs work as the operator of one organization, with the site that `reference`, an id or domain, names there. */
export const withSite = <T>(
  options: Options,
  reference: string,
  work: (site: SiteDb, operator: Operator, services: Services) => Promise<T>,
  opening?: WithServicesOptions,
): Promise<T> =>
  withOperator(
    options,
    async (operator, services) => {
      const site = await findSiteOf(operator, reference, services.database.file)
      return work(site, operator, services)
    },
    opening,
  )

async function operatorOf(
  { context, database }: Services,
  org: string | undefined,
): Promise<Operator> {
  const organization = await chooseOrganization(database, org)
  const principal: Principal = {
    kind: 'operator',
    orgId: organization.id,
    plan: grantedPlan(organization, context.now()),
  }
  const caller = { ...NO_CALLER, requestId: context.newId('req') }
  return {
    organization,
    db: context.tenant(organization.id),
    call: (operation, input) => operation.execute(context, principal, caller, input),
    ask: (operation, input) => faceOn(operation, 'mcp').execute(context, principal, caller, input),
    async open({ name, open }, input) {
      if (!open) throw new Error(`${name} answers as no file`)
      return open(context, principal, caller, input)
    },
    async watch({ name, watch }, input, signal) {
      if (!watch) throw new Error(`${name} cannot be watched`)
      const options = { lastEventId: undefined, signal }
      const events = await watch(context, principal, caller, input, options)
      // Only callers with a last event id can have seen all events.
      return events ?? Promise.reject(new Error(`${name} tells its end`))
    },
  }
}

/** The caller details of the command line, which has no request. */
export const NO_CALLER = {
  address: '127.0.0.1',
  userAgent: undefined,
  origin: undefined,
  referer: undefined,
  country: undefined,
  isOwnPage: false,
  optedOut: false,
}
