import { createSite } from './create-site.ts'
import { deleteSite } from './delete-site.ts'
import { describeSite } from './describe-site.ts'
import { getSite } from './get-site.ts'
import { listSites } from './list-sites.ts'
import { listSitesTable } from './list-sites-table.ts'
import { updateSite } from './update-site.ts'

export { describeSite, listSitesTable }

export const siteOperations = [
  createSite,
  listSites,
  getSite,
  updateSite,
  deleteSite,
  listSitesTable,
  describeSite,
]
