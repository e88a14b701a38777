import type { Handles } from '../handles.ts'
import type { OwnRow } from './own-row.ts'

/** Stores answers to one organization's requests with an `Idempotency-Key`. Only TenantDb makes one. */
export class TenantAnswers {
  readonly #handles: Handles
  readonly #orgId: string

  constructor(handles: Handles, orgId: string) {
    this.#handles = handles
    this.#orgId = orgId
  }

  query() {
    return this.#handles.read
      .selectFrom('idempotency')
      .where('idempotency.org_id', '=', this.#orgId)
  }

  insert(row: OwnRow<'idempotency'>) {
    return this.#handles.write.insertInto('idempotency').values({ ...row, org_id: this.#orgId })
  }
}
