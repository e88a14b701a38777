import { Site } from '../features/sites/site.ts'
import { listSites } from '../features/sites/list-sites.ts'
import { allItems } from './all-items.ts'
import { PROGRAM, type CommandInput, type CommandResult } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime, textTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists sites of an organization in the order of their creation. */
export function listSitesCommand({ options }: CommandInput): Promise<CommandResult> {
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const sites = await allItems(operator, listSites, Site)
    const rows = sites.map((site) => [
      site.id,
      site.domain,
      site.name,
      site.status,
      site.install.status,
      formatTime(site.createdAt),
    ])
    const head = ['id', 'domain', 'name', 'state', 'widget', 'created (UTC)']
    const text =
      sites.length === 0
        ? `There is no site; make one with: ${PROGRAM} scan https://example.com/`
        : textTable(head, rows)
    return { data: { sites }, text }
  })
}
