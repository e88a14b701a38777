import { Domain } from '../features/domains/domain.ts'
import { addDomain } from '../features/domains/add-domain.ts'
import { ScanAddress, SCAN_OUTCOMES } from '../features/scans/scan-address.ts'
import { listAddresses } from '../features/scans/list-addresses.ts'
import { Site } from '../features/sites/site.ts'
import { listSites } from '../features/sites/list-sites.ts'
import { updateSite } from '../features/sites/update-site.ts'
import { allItems } from './all-items.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { withOperator, withSite } from './operator.ts'
import { formatAddress } from './scan-report.ts'
import { formatTime, listTable } from './text-table.ts'

/** Lists sites of an organization in the order of their creation. */
export const listSitesCommand: RunCommand = ({ options }) =>
  withOperator(options, async (operator) => {
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

/** Changes the address or the name of a site, as the API does. */
export const updateSiteCommand: RunCommand = ({ options, positionals: [target = ''] }) => {
  const { url, name } = options
  if (url === undefined && name === undefined) {
    throw new CliError('Give --url or --name, or both')
  }
  return withSite(options, target, async ({ row }, operator) => {
    const asked = { id: row.id, ...(url && { url }), ...(name && { name }) }
    const site = Site.parse(await operator.call(updateSite, asked))
    const moved = site.url === row.url ? '' : `\nNext: ${PROGRAM} scan ${site.id}`
    return { data: site, text: `${site.name} (${site.id}) begins at ${site.url}${moved}` }
  })
}

/** Adds a domain to a site. The domain needs no proof, since the operator of the server vouches for it. */
export const addDomainCommand: RunCommand = ({ options, positionals: [host = ''] }) =>
  withSite(options, options['site'] ?? '', async ({ row }, operator) => {
    const domain = Domain.parse(await operator.call(addDomain, { id: row.id, host }))
    return {
      data: domain,
      text: `${domain.host} counts for the site; a server that runs sees it within five seconds.`,
    }
  })

/** Lists the addresses that became no page in a site's last scan, with the reason of each. */
export const listAddressesCommand: RunCommand = ({ options, positionals: [target = ''] }) => {
  const { outcome } = options
  if (outcome !== undefined && !SCAN_OUTCOMES.some((known) => known === outcome)) {
    throw new CliError(`--outcome must be ${SCAN_OUTCOMES.join(', ')}`)
  }
  return withSite(options, target, async ({ row, scans }, operator) => {
    const scan = await scans.latest()
    if (!scan) throw new CliError(`${row.domain} was never scanned; ${PROGRAM} scan ${row.id}`)
    const wanted = { jobId: scan.id, outcome }
    const addresses = await allItems(operator, listAddresses, ScanAddress, wanted)
    const text = addresses.map(formatAddress).join('\n')
    return {
      data: { scanId: scan.id, addresses },
      text: text === '' ? 'Every address became a page.' : text,
    }
  })
}
