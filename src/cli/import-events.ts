import { createInterface } from 'node:readline'
import { pluralize } from '../lib/text/pluralize.ts'
import { importEvents } from '../features/events/import-events.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type CommandInput, type CommandResult } from './command.ts'
import { openInput } from './open-input.ts'
import { withServices } from './with-services.ts'

/** Imports a file of events with their own times; `docs/events.md` describes the lines. */
export function importEventsCommand({
  options,
  positionals: [file = ''],
}: CommandInput): Promise<CommandResult> {
  const siteId = options['site'] ?? ''
  return withServices(async ({ context, database }) => {
    const now = context.now()
    const site = await database.ingestSites.find(siteId, now)
    if (!site) {
      throw new CliError(
        `There is no site ${siteId} in ${database.file}; ${PROGRAM} site list has their ids`,
      )
    }
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
}
