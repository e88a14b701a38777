import { Domain } from '../features/domains/domain.ts'
import { addDomain } from '../features/domains/add-domain.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { operatorOf } from './operator.ts'
import { withServices } from './with-services.ts'

/** Gives a site another domain, for which whoever runs the server vouches: it needs no proof. */
export function addDomainCommand({
  options,
  positionals: [host = ''],
}: CommandInput): Promise<CommandResult> {
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const { row } = await findSiteOf(operator, options['site'] ?? '', services.database.file)
    const added = await operator.call(addDomain, { id: row.id, host })
    const domain = Domain.parse(added)
    return {
      data: domain,
      text: `${domain.host} counts for the site; a server that runs sees it within five seconds.`,
    }
  })
}
