import type { Db } from '../tables/schema.ts'

/** Rows of all organizations; a note at each class that extends this says why it needs no org_id. */
export class SystemStore {
  protected readonly db: Db

  constructor(db: Db) {
    this.db = db
  }
}
