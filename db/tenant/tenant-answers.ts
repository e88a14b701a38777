import { TenantStore, type OwnRow } from './tenant-store.ts'

/** Stores answers to one organization's requests with an `Idempotency-Key`. */
export class TenantAnswers extends TenantStore {
  query() {
    return this.handles.read.selectFrom('idempotency').where('idempotency.org_id', '=', this.orgId)
  }

  insert(row: OwnRow<'idempotency'>) {
    return this.handles.write.insertInto('idempotency').values({ ...row, org_id: this.orgId })
  }
}
