import { ScanAddress, SCAN_OUTCOMES } from '../features/scans/scan-address.ts'
import { listAddresses } from '../features/scans/list-addresses.ts'
import { allItems } from './all-items.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { operatorOf } from './operator.ts'
import { formatAddress } from './scan-report.ts'
import { withServices } from './with-services.ts'

/** Lists the addresses that became no page of a site's last scan, with the reason of each. */
export const listAddressesCommand: RunCommand = ({ options, positionals: [target = ''] }) => {
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
    const wanted = { jobId: scan.id, outcome }
    const addresses = await allItems(operator, listAddresses, ScanAddress, wanted)
    const text = addresses.map(formatAddress).join('\n')
    return {
      data: { scanId: scan.id, addresses },
      text: text === '' ? 'Every address became a page.' : text,
    }
  })
}
