import { linkDownload } from '../src/features/analytics/index.ts'
import { bindSite } from '../src/features/sites/index.ts'
import { joinServers } from '../src/kernel/assistants/join-servers.ts'
import { defineTools } from '../src/kernel/assistants/server-definition.ts'
import { dataServer, READING_NUMBERS } from './data.ts'
import { CITING, publisherServer } from './publisher.ts'
import { pageTextTemplate, separateReports, siteSummaryTemplate } from './resources.ts'

/** The tools that both servers have under one name, as the publisher's server has them: those find and read more. */
const shared = publisherServer.tools.filter(({ name }) =>
  ['list_sites', 'search', 'fetch'].includes(name),
)

const download = defineTools([
  {
    name: 'export_data',
    title: 'Download',
    description:
      'Download or save a file, spreadsheet (Excel, CSV) or JSON, of a query, raw data (events) or all questions of readers: a link that opens for 15 minutes without a key. To export more rows than an answer holds.',
    operation: linkDownload,
    form: 'link',
  },
])

/**
 * The server with everything of an organization at one address, its texts and its numbers, for people who paste one
 * address.
 */
export const citableServer = joinServers([publisherServer, dataServer], {
  name: 'citable',
  path: '',
  title: 'Citable',
  instructions: `Read-only access to your sites: their pages, what readers asked there, and what readers and AI assistants do with them. For numbers start with get_overview, then compare_periods for why they changed; for texts with search, then fetch. list_sites has your sites; tools that take several take all where site is left out. ${READING_NUMBERS} ${CITING}`,
  parameters: ['tools', 'structured'],
  bindSite,
  tools: [...shared, ...download],
  // At these addresses the data server has its reports. This server has texts there, and the reports at other
  // addresses.
  resourceTemplates: [siteSummaryTemplate, pageTextTemplate, ...separateReports],
})
