import type { Db } from '../tables/schema.ts'

/**
 * The base of stores for rows of all organizations; a note at each class that extends it says why that class needs no
 * org_id.
 */
export class SystemStore {
  protected readonly db: Db

  constructor(db: Db) {
    this.db = db
  }
}
