import * as z from 'zod'
import { pluralize } from '../lib/text/pluralize.ts'
import { deleteSite } from '../features/sites/delete-site.ts'
import { getSite } from '../features/sites/get-site.ts'
import type { CommandResult, RunCommand } from './command.ts'
import { withSite, type Operator } from './operator.ts'
import { formatTime } from './text-table.ts'

/** The fields of a site that the command shows before it deletes the site. */
const Described = z.object({
  id: z.string(),
  domain: z.string(),
  stats: z.object({ pages: z.int(), prompts: z.int() }),
  data: z.object({ firstEventAt: z.string().nullable(), lastEventAt: z.string().nullable() }),
})
type Described = z.output<typeof Described>

/** Deletes a site as the API does, once confirmed, and waits until its rows are overwritten. */
export const deleteSiteCommand: RunCommand = ({ options, flags, positionals: [target = ''] }) =>
  withSite(options, target, async (site, operator, { database, maintenance }) => {
    const described = await describe(operator, site.row.id)
    if (!flags.has('yes')) return warn(described)
    await operator.call(deleteSite, { id: described.id })
    await maintenance.onIdle()
    const left = (await database.maintenance.deletedSites()).includes(site.row.num)
    const rest = left ? ' What is left of it is removed by the server within the hour.' : ''
    return {
      data: { ...toData(described), deleted: true, isEmptied: !left },
      text: `Deleted ${nameOf(described)} with ${describeData(described)}.${rest}`,
    }
  })

const describe = async (operator: Operator, id: string): Promise<Described> =>
  Described.parse(await operator.ask(getSite, { site: id }))

function warn(site: Described): CommandResult {
  return {
    data: { ...toData(site), deleted: false },
    text: [
      `${nameOf(site)} would go, for good, with ${describeData(site)}.`,
      'Nothing was deleted; --yes does it.',
    ].join('\n'),
    failed: true,
  }
}

const nameOf = ({ id, domain }: Described): string => `${domain} (${id})`

function describeData({ stats, data: { firstEventAt, lastEventAt } }: Described): string {
  const pages = pluralize(stats.pages, 'page')
  const prompts = pluralize(stats.prompts, 'prompt')
  const events =
    firstEventAt === null
      ? 'no events'
      : `all events and questions from ${formatTime(firstEventAt)} to ${formatTime(lastEventAt)} UTC`
  return `${pages}, ${prompts}, its rules and scans, and ${events}`
}

const toData = ({ id, domain, stats, data }: Described) => ({
  siteId: id,
  domain,
  pages: stats.pages,
  prompts: stats.prompts,
  ...data,
})
