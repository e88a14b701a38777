import { Site } from '../features/sites/site.ts'
import { listSites } from '../features/sites/list-sites.ts'
import { allItems } from './all-items.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { operatorOf } from './operator.ts'
import { formatTime, listTable } from './text-table.ts'
import { withServices } from './with-services.ts'

/** Lists sites of an organization in the order of their creation. */
export const listSitesCommand: RunCommand = ({ options }) =>
  withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const sites = await allItems(operator, listSites, Site)
    const none = `There is no site; make one with: ${PROGRAM} scan https://example.com/`
    const text = listTable(sites, none, {
      id: ({ id }) => id,
      domain: ({ domain }) => domain,
      name: ({ name }) => name,
      state: ({ status }) => status,
      widget: ({ install }) => install.status,
      'created (UTC)': ({ createdAt }) => formatTime(createdAt),
    })
    return { data: { sites }, text }
  })
