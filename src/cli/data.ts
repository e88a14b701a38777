import { createInterface } from 'node:readline'
import { importEvents } from '../features/events/import-events.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import type { Services } from '../server/services.ts'
import type { CommandInput, RunCommand } from './command.ts'
import { findSiteAnywhere } from './find-site-of.ts'
import { openInput } from './open-input.ts'
import { withServices } from './with-services.ts'

const MAX_EXAMPLES = 10

/** Compares every rollup with a recount of its events; the command fails when one differs. */
export const verifyRollupsCommand: RunCommand = (input) =>
  withServices(async (services) => {
    const reports = []
    for (const { num, id, rollup_timezone: zone } of await sitesOf(services, input)) {
      const found = await services.database.maintenance.verify(num, zone)
      reports.push({ site: id, differences: found.length, examples: found.slice(0, MAX_EXAMPLES) })
    }
    const bad = reports.filter(({ differences }) => differences > 0)
    const lines = bad.flatMap(({ site, differences, examples }) => [
      `${site}: ${differences === 1 ? '1 row differs' : `${differences} rows differ`}`,
      ...examples.map(({ table, at, row }) => `  ${table}, only in the ${at}: ${row}`),
    ])
    const text =
      bad.length === 0
        ? `${pluralize(reports.length, 'site')}: every sum is right.`
        : lines.join('\n')
    return { data: { sites: reports }, text, failed: bad.length > 0 }
  })

/** Counts the rollups of one site, or of all, from the stored events again. */
export const rebuildRollupsCommand: RunCommand = (input) =>
  withServices(async (services) => {
    const sites = await sitesOf(services, input)
    for (const { num } of sites) {
      const steps = services.database.maintenance.rebuild(num)
      for await (const _ of steps);
    }
    return {
      data: { rebuilt: sites.map(({ id }) => id) },
      text: `${pluralize(sites.length, 'site')} counted anew.`,
    }
  })

async function sitesOf(services: Services, { options: { site } }: CommandInput) {
  const sites = await services.database.retention.sites()
  if (site === undefined) return sites
  const { row } = await findSiteAnywhere(services, site)
  return sites.filter(({ id }) => id === row.id)
}

/** Imports a file of events with their own times; `docs/events.md` describes its lines. */
export const importEventsCommand: RunCommand = ({ options, positionals: [file = ''] }) =>
  withServices(async (services) => {
    const { context, database } = services
    const now = context.now()
    const { row: site } = await findSiteAnywhere(services, options['site'] ?? '')
    const input = await openInput(file)
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
    const report = await importEvents(lines, site, database.events, now)
    const { accepted, duplicates, rejected, problems } = report
    const known = `${duplicates} ${duplicates === 1 ? 'was' : 'were'} there already`
    return {
      data: report,
      text: [
        `${pluralize(accepted, 'event')} taken in, ${known}, ${rejected} rejected.`,
        ...problems,
      ].join('\n'),
      failed: rejected > 0,
    }
  })

/** Brings the schema of the database up to date, as every start of the server does. */
export const migrateCommand: RunCommand = () =>
  withServices(
    async ({ database: { migrated } }) => ({
      data: { migrated },
      text: migrated.length === 0 ? 'The schema is up to date.' : `Applied ${migrated.join(', ')}.`,
    }),
    { mayCreate: true, mayMigrate: true },
  )
