import { bindSite, completeSites, NamedSite, nameSite } from './name-site.ts'
import { createSite } from './create-site.ts'
import { deleteSite } from './delete-site.ts'
import { getPolicy } from './get-policy.ts'
import { getSite } from './get-site.ts'
import { listSites } from './list-sites.ts'
import { listSiteResources } from './list-site-resources.ts'
import { siteSummary } from './site-summary.ts'
import { updatePolicy } from './update-policy.ts'
import { updateSite } from './update-site.ts'

export {
  bindSite,
  completeSites,
  getSite,
  listSiteResources,
  listSites,
  NamedSite,
  nameSite,
  siteSummary,
}

export const siteOperations = [
  createSite,
  listSites,
  getSite,
  updateSite,
  deleteSite,
  getPolicy,
  updatePolicy,
  listSiteResources,
  siteSummary,
  completeSites,
  nameSite,
  bindSite,
]
