import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { importEvents } from '../features/events/import-events.ts'
import { CliError } from './cli-error.ts'
import type { Result, Values } from './commands.ts'
import { withServices } from './with-services.ts'

/** Takes in a file of events with their own times; see `docs/events.md` for the form of a line. */
export function importHistory(values: Values, [file]: readonly string[]): Promise<Result> {
  if (file === undefined || typeof values['site'] !== 'string') {
    return Promise.reject(new CliError('Usage: citable events import FILE --site ID'))
  }
  const siteId = values['site']
  return withServices(async ({ context, database }) => {
    const now = context.now()
    const site = database.ingestSites.find(siteId, now)
    if (!site) throw new CliError(`There is no site ${siteId}`)
    const input = file === '-' ? process.stdin : await openFile(file)
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
    const report = await importEvents(lines, site, database.events, now)
    const { accepted, duplicates, rejected, problems } = report
    return {
      data: report,
      text: [
        `${accepted} events taken in, ${duplicates} were there already, ${rejected} rejected.`,
        ...problems,
      ].join('\n'),
      failed: rejected > 0,
    }
  })
}

function openFile(file: string): Promise<NodeJS.ReadableStream> {
  const stream = createReadStream(file)
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream))
    stream.once('error', (error) => reject(new CliError(`Cannot read ${file}: ${error.message}`)))
  })
}
