import * as z from 'zod'
import { ScanAddress, SCAN_OUTCOMES } from '../features/scans/scan-address.ts'
import { listAddresses } from '../features/scans/list-addresses.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type CommandInput, type CommandResult } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { operatorOf } from './operator.ts'
import { formatAddress } from './scan-report.ts'
import { withServices } from './with-services.ts'

const PAGE = 100

const Page = z.object({ items: z.array(ScanAddress), nextCursor: z.string().nullable() })

/** Lists the addresses that became no page of a site's last scan, with the reason of each. */
export function listAddressesCommand({
  options,
  positionals: [target = ''],
}: CommandInput): Promise<CommandResult> {
  const { outcome } = options
  if (outcome !== undefined && !SCAN_OUTCOMES.some((known) => known === outcome)) {
    throw new CliError(`--outcome must be ${SCAN_OUTCOMES.join(', ')}`)
  }
  return withServices(async (services) => {
    const operator = await operatorOf(services, options['org'])
    const site = await findSiteOf(operator, target, services.database.file)
    const scan = await site.scans.latest()
    if (!scan) {
      throw new CliError(`${site.row.domain} was never scanned; ${PROGRAM} scan ${site.row.id}`)
    }
    const addresses: z.output<typeof ScanAddress>[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const input = { jobId: scan.id, outcome, limit: PAGE, ...(cursor && { cursor }) }
      const page = Page.parse(await operator.call(listAddresses, input))
      addresses.push(...page.items)
      cursor = page.nextCursor
    }
    const text = addresses.map(formatAddress).join('\n')
    return {
      data: { scanId: scan.id, addresses },
      text: text === '' ? 'Every address became a page.' : text,
    }
  })
}
