import { readPageText } from '../../src/features/search/index.ts'
import { listSiteResources, siteSummary } from '../../src/features/sites/index.ts'
import { defineResourceTemplate } from '../../src/kernel/resource.ts'

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
