import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The keys that one organization has for engines of the Citation Monitor, one for each engine. */
export class TenantEngineKeys extends TenantStore {
  all(): Promise<OwnRow<'engine_key'>[]> {
    return this.handles.read
      .selectFrom('engine_key')
      .select(COLUMNS)
      .where('engine_key.org_id', '=', this.orgId)
      .execute()
  }

  find(engine: string): Promise<OwnRow<'engine_key'> | undefined> {
    return this.handles.read
      .selectFrom('engine_key')
      .select(COLUMNS)
      .where('engine_key.org_id', '=', this.orgId)
      .where('engine_key.engine', '=', engine)
      .executeTakeFirst()
  }

  /** Stores a key for an engine in place of the earlier one. */
  async put(row: OwnRow<'engine_key'>): Promise<void> {
    await this.handles.write
      .insertInto('engine_key')
      .values({ ...row, org_id: this.orgId })
      .onConflict((conflict) => conflict.columns(['org_id', 'engine']).doUpdateSet(row))
      .execute()
  }

  delete(engine: string) {
    return this.handles.write
      .deleteFrom('engine_key')
      .where('engine_key.org_id', '=', this.orgId)
      .where('engine_key.engine', '=', engine)
  }
}

const COLUMNS = [
  'engine',
  'adapter',
  'sealed_key',
  'last4',
  'base_url',
  'model',
  'created_by',
  'created_at',
] as const
