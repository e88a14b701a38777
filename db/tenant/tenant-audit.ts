import type { Handles } from '../handles.ts'
import type { OwnRow } from './own-row.ts'

/** The audit log of one organization. Only TenantDb makes one. */
export class TenantAudit {
  readonly #handles: Handles
  readonly #orgId: string

  constructor(handles: Handles, orgId: string) {
    this.#handles = handles
    this.#orgId = orgId
  }

  insert(row: OwnRow<'audit_entry'>) {
    return this.#handles.write.insertInto('audit_entry').values({ ...row, org_id: this.#orgId })
  }
}
