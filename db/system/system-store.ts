import type { Db } from '../tables/schema.ts'

/** Rows of whichever organizations; what extends it says in a note why it needs none. */
export class SystemStore {
  protected readonly db: Db

  constructor(db: Db) {
    this.db = db
  }
}
