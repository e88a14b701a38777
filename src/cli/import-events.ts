import { createInterface } from 'node:readline'
import { pluralize } from '../lib/text/pluralize.ts'
import { importEvents } from '../features/events/import-events.ts'
import type { RunCommand } from './command.ts'
import { findSiteAnywhere } from './find-site-of.ts'
import { openInput } from './open-input.ts'
import { withServices } from './with-services.ts'

/** Imports a file of events with their own times; `docs/events.md` describes the lines. */
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
