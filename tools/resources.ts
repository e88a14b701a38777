import { chartPage } from '../src/chart/page.ts'
import { metricsText, pageReport, siteReport } from '../src/features/analytics/index.ts'
import {
  fixedText,
  readAskTarget,
  readProtocolSchema,
  readVectorSet,
} from '../src/features/protocol/index.ts'
import { readPageText } from '../src/features/search/index.ts'
import { listSiteResources, siteSummary } from '../src/features/sites/index.ts'
import { defineResource, defineResourceTemplate } from '../src/kernel/assistants/resource.ts'

export const metricsResource = defineResource({
  uri: 'citable://metrics',
  name: 'metrics',
  title: 'Metrics and dimensions',
  description: 'Every metric and dimension with unit, formula and source.',
  mimeType: 'text/markdown',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  text: metricsText,
})

export const CHART_URI = 'ui://citable/chart.html'

/** The content security policy of the app: it fetches nothing, embeds nothing, and has no other base. */
const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }

/** The app that clients with MCP Apps show next to an answer: lines, bars and tiles of what the tool has counted. */
export const chartResource = defineResource({
  uri: CHART_URI,
  name: 'chart',
  title: 'Chart',
  description: 'Draws the answers of get_overview, get_timeseries and get_breakdown.',
  mimeType: 'text/html;profile=mcp-app',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  meta: { ui: { csp, prefersBorder: true } },
  text: chartPage,
})

export const siteReportTemplate = defineResourceTemplate({
  uriTemplate: 'citable://sites/{site}',
  name: 'site',
  title: 'Site',
  description: 'The last 28 days of a site: every metric beside the 28 days before.',
  mimeType: 'text/plain',
  operation: siteReport,
  instances: listSiteResources,
})

export const pageReportTemplate = defineResourceTemplate({
  uriTemplate: 'citable://sites/{site}/pages/{+path}',
  name: 'page',
  title: 'Page',
  description: 'The last 28 days of a page: every metric beside the 28 days before.',
  mimeType: 'text/plain',
  operation: pageReport,
})

export const siteSummaryTemplate = defineResourceTemplate({
  uriTemplate: 'citable://sites/{site}',
  name: 'site',
  title: 'Site',
  description: 'A site: widget, pages, last scan, span of its data, and what to mend first.',
  mimeType: 'text/plain',
  operation: siteSummary,
  instances: listSiteResources,
})

export const pageTextTemplate = defineResourceTemplate({
  uriTemplate: 'citable://sites/{site}/pages/{+path}',
  name: 'page',
  title: 'Page',
  description: 'The text of a page as the last scan read it, and what readers ask there.',
  mimeType: 'text/plain',
  operation: readPageText,
})

const { instances: _, ...siteReportAlone } = siteReportTemplate

/** The templates of the reports at addresses of their own, for a server whose sites and pages are texts. */
export const separateReports = [
  defineResourceTemplate({
    ...siteReportAlone,
    uriTemplate: 'citable://reports/{site}',
    name: 'site_report',
    title: 'Report of a site',
  }),
  defineResourceTemplate({
    ...pageReportTemplate,
    uriTemplate: 'citable://reports/{site}/pages/{+path}',
    name: 'page_report',
    title: 'Report of a page',
  }),
]

const JSON_TYPE = 'application/json'

const protocolDocument = (
  file: string,
  resource: { uri: string; name: string; title: string; description: string; mimeType: string },
) => defineResource({ ...resource, access: { by: 'public' }, text: () => fixedText(file) })

/** The documents of the Ask AI Protocol, which HTTP serves too, below `/protocol/1.0`. */
export const protocolResources = [
  protocolDocument('spec.md', {
    uri: 'ask-ai://spec/1.0',
    name: 'spec',
    title: 'Ask AI Protocol 1.0',
    description: 'The specification.',
    mimeType: 'text/markdown',
  }),
  protocolDocument('changelog.md', {
    uri: 'ask-ai://changelog',
    name: 'changelog',
    title: 'Changes of the protocol',
    description: 'What changed in the specification and its data.',
    mimeType: 'text/markdown',
  }),
  protocolDocument('targets.json', {
    uri: 'ask-ai://targets',
    name: 'targets',
    title: 'Ask Targets registry',
    description: 'Every assistant with its links, evidence, fetchers and referrers.',
    mimeType: JSON_TYPE,
  }),
  protocolDocument('lint-rules.json', {
    uri: 'ask-ai://lint-rules',
    name: 'lint-rules',
    title: 'Lint rules',
    description: 'The rules of the linter as data; over 200 kB.',
    mimeType: JSON_TYPE,
  }),
]

export const protocolTemplates = [
  defineResourceTemplate({
    uriTemplate: 'ask-ai://schemas/1.0/{name}',
    name: 'schema',
    title: 'JSON Schema',
    description: 'The JSON Schema of a document of the protocol.',
    mimeType: 'application/schema+json',
    operation: readProtocolSchema,
  }),
  defineResourceTemplate({
    uriTemplate: 'ask-ai://targets/{id}',
    name: 'target',
    title: 'Ask target',
    description: 'All that the registry has of one assistant.',
    mimeType: JSON_TYPE,
    operation: readAskTarget,
  }),
  defineResourceTemplate({
    uriTemplate: 'ask-ai://vectors/{set}',
    name: 'vectors',
    title: 'Test vectors',
    description: 'A set of test vectors for implementations.',
    mimeType: JSON_TYPE,
    operation: readVectorSet,
  }),
]
