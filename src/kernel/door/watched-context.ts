import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { AppContext } from './app-context.ts'

/** The context of one call, which can say afterwards which site the call was about. */
export class WatchedContext {
  readonly app: AppContext
  #db: TenantDb | undefined

  constructor(app: AppContext) {
    this.app = {
      ...app,
      tenant: (...who) => {
        this.#db = app.tenant(...who)
        return this.#db
      },
    }
  }

  /** Number of the site; null where the call was about no site, or about several. */
  get foundSite(): number | null {
    return this.#db?.foundSite ?? null
  }
}
