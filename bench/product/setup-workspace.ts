import { progress } from '../harness/progress.ts'
import type { Settings } from '../settings.ts'
import {
  runKeyCreate,
  runOwnerCreate,
  postSite,
  makeInstallation,
  startProduct,
  type Installation,
} from './product.ts'
import { seedHistory } from './seed-history.ts'
import { SITE_URL } from './traffic.ts'

/** The key and the site of a person, in an organization of their own. */
export interface BenchPrincipal {
  key: string
  siteId: string
  domain: string
}

export interface Workspace {
  installation: Installation
  /** Site with 30 days of history. */
  siteId: string
  /** Keys of the organization of that site. */
  keys: readonly string[]
  principals: readonly BenchPrincipal[]
}

export interface WorkspaceNeeds {
  directory: string
  keys: number
  /** Organizations besides the main one. */
  principals: number
}

/** Everything is made and seeded before the first measured start; the server is down again. */
export async function setupWorkspace(
  needs: WorkspaceNeeds,
  settings: Settings,
): Promise<Workspace> {
  progress.begin(
    `makes ${needs.keys} keys, ${needs.principals} organizations and a month of events`,
  )
  const installation = await makeInstallation(needs.directory)
  const keys = await runKeyCreate(
    installation,
    await runOwnerCreate(installation, 'bench'),
    needs.keys,
  )
  const tenants = await createTenants(installation, needs.principals)
  const { siteId, principals } = await createSites(installation, keys[0] ?? '', tenants)
  await seedHistory(installation, siteId, settings.eventsPerDay)
  return { installation, siteId, keys, principals }
}

type Tenant = Omit<BenchPrincipal, 'siteId'>

async function createTenants(installation: Installation, count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = []
  for (let index = 0; index < count; index++) {
    const name = `tenant-${String(index).padStart(3, '0')}`
    const orgId = await runOwnerCreate(installation, name)
    const [key = ''] = await runKeyCreate(installation, orgId, 1)
    tenants.push({ key, domain: `${name}.bench.example` })
  }
  return tenants
}

async function createSites(
  installation: Installation,
  key: string,
  tenants: readonly Tenant[],
): Promise<Pick<Workspace, 'siteId' | 'principals'>> {
  await using server = await startProduct(installation, { withProbe: false })
  const siteId = await postSite(server, key, SITE_URL)
  const principals: BenchPrincipal[] = []
  for (const tenant of tenants) {
    const ownSiteId = await postSite(server, tenant.key, `https://${tenant.domain}`)
    principals.push({ ...tenant, siteId: ownSiteId })
  }
  return { siteId, principals }
}
