import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listAudit } from '../features/audit/list-audit.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput } from './command.ts'
import { operatorOf } from './operator.ts'
import { withServices } from './with-services.ts'

/** Writes the audit log of an organization to standard output, as the API's export has it. */
export async function exportAuditCommand({ options, flags }: CommandInput): Promise<undefined> {
  const format = options['format'] ?? 'ndjson'
  if (format !== 'csv' && format !== 'ndjson') throw new CliError('--format is csv or ndjson')
  const bom = flags.has('bom')
  if (bom && format !== 'csv') throw new CliError('--bom is of --format csv')
  await withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const { chunks } = await operator.open(listAudit, { format, bom: bom ? '1' : '0' })
    try {
      await pipeline(Readable.from(chunks), process.stdout, { end: false })
    } catch (error) {
      // Whoever reads only the first lines has seen enough.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
    }
  })
}
