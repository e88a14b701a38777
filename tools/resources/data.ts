import { pageReport, siteReport } from '../../src/features/analytics/index.ts'
import { listSiteResources } from '../../src/features/sites/index.ts'
import { defineResourceTemplate } from '../../src/kernel/resource.ts'

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
