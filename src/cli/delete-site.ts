import * as z from 'zod'
import { counted } from '../lib/text/counted.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type Input, type Result } from './command.ts'
import { operatorOf, type Operator } from './operator.ts'
import { shownTime } from './text-table.ts'
import { withServices } from './with-services.ts'

/** What a command says of a site, before it is gone. */
const Described = z.object({
  id: z.string(),
  domain: z.string(),
  stats: z.object({ pages: z.int(), prompts: z.int() }),
  data: z.object({ firstEventAt: z.string().nullable(), lastEventAt: z.string().nullable() }),
})
type Described = z.output<typeof Described>

/** Deletes a site as the API does, once it is sure, and waits until its rows are overwritten. */
export function deleteSite({ options, flags, positionals }: Input): Promise<Result> {
  const [target = ''] = positionals
  return withServices(async (services) => {
    const { database, maintenance } = services
    const operator = await operatorOf(services, options['org'])
    const site = await operator.db.sites.find(target)
    if (!site) {
      throw new CliError(
        `${operator.organization.name} has no site ${target} in ${database.file}; ${PROGRAM} site list has them`,
      )
    }
    const described = await describe(operator, site.row.id)
    if (!flags.has('yes')) return warn(described)
    await operator.call('sites.delete', { id: described.id })
    await maintenance.onIdle()
    const left = (await database.maintenance.deletedSites()).includes(site.row.num)
    const rest = left ? ' What is left of it is removed by the server within the hour.' : ''
    return {
      data: { ...toData(described), deleted: true, isEmptied: !left },
      text: `Deleted ${nameOf(described)} with ${holdings(described)}.${rest}`,
    }
  })
}

const describe = async (operator: Operator, id: string): Promise<Described> =>
  Described.parse(await operator.call('sites.describe', { site: id }))

function warn(site: Described): Result {
  return {
    data: { ...toData(site), deleted: false },
    text: [
      `${nameOf(site)} would go, for good, with ${holdings(site)}.`,
      'Nothing was deleted; --yes does it.',
    ].join('\n'),
    failed: true,
  }
}

const nameOf = ({ id, domain }: Described): string => `${domain} (${id})`

function holdings({ stats, data: { firstEventAt, lastEventAt } }: Described): string {
  const pages = counted(stats.pages, 'page')
  const prompts = counted(stats.prompts, 'prompt')
  const events =
    firstEventAt === null
      ? 'no events'
      : `all events and questions from ${shownTime(firstEventAt)} to ${shownTime(lastEventAt)} UTC`
  return `${pages}, ${prompts}, its rules and scans, and ${events}`
}

const toData = ({ id, domain, stats, data }: Described) => ({
  siteId: id,
  domain,
  pages: stats.pages,
  prompts: stats.prompts,
  ...data,
})
