import { counted } from '../lib/text/counted.ts'
import type { Services } from '../server/services.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type Input, type Result } from './command.ts'
import { withServices } from './with-services.ts'

const MAX_EXAMPLES = 10

/** Compares every daily sum with a count of the events that it stands for; fails when one differs. */
export function verifyRollups(input: Input): Promise<Result> {
  return withServices(async (services) => {
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
        ? `${counted(reports.length, 'site')}: every sum is right.`
        : lines.join('\n')
    return { data: { sites: reports }, text, failed: bad.length > 0 }
  })
}

/** Counts the daily sums anew from the events that are kept. */
export function rebuildRollups(input: Input): Promise<Result> {
  return withServices(async (services) => {
    const sites = await sitesOf(services, input)
    for (const { num } of sites) {
      const steps = services.database.maintenance.rebuild(num)
      for await (const _ of steps);
    }
    return {
      data: { rebuilt: sites.map(({ id }) => id) },
      text: `${counted(sites.length, 'site')} counted anew.`,
    }
  })
}

async function sitesOf({ database }: Services, { options: { site } }: Input) {
  const sites = await database.retention.sites()
  if (site === undefined) return sites
  const named = sites.filter(({ id }) => id === site)
  if (named.length === 0) {
    throw new CliError(
      `There is no site ${site} in ${database.file}; ${PROGRAM} site list has their ids`,
    )
  }
  return named
}
