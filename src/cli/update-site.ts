import { Site } from '../features/sites/site.ts'
import { updateSite } from '../features/sites/update-site.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type CommandInput, type CommandResult } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { operatorOf } from './operator.ts'
import { withServices } from './with-services.ts'

/** Changes the address or the name of a site, as the API does. */
export function updateSiteCommand({
  options,
  positionals: [target = ''],
}: CommandInput): Promise<CommandResult> {
  const { url, name } = options
  if (url === undefined && name === undefined) {
    throw new CliError('Give --url or --name, or both')
  }
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const { row } = await findSiteOf(operator, target, services.database.file)
    const asked = { id: row.id, ...(url && { url }), ...(name && { name }) }
    const site = Site.parse(await operator.call(updateSite, asked))
    const moved = site.url === row.url ? '' : `\nNext: ${PROGRAM} scan ${site.id}`
    return { data: site, text: `${site.name} (${site.id}) begins at ${site.url}${moved}` }
  })
}
