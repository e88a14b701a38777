import type { Handles } from '../handles.ts'
import type { Trx } from '../tables/schema.ts'

/** The base of stores for the rows of one site. Only SiteDb makes an instance. */
export class SiteStore {
  protected readonly handles: Handles
  protected readonly siteNum: number

  constructor(handles: Handles, siteNum: number) {
    this.handles = handles
    this.siteNum = siteNum
  }

  protected inTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    const db = this.handles.write
    // @NOTE `isTransaction` says that it is one.
    return db.isTransaction ? work(db as Trx) : db.transaction().execute(work)
  }
}
