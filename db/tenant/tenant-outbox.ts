import type { Handles } from '../handles.ts'

/** The domain events of one organization. Only TenantDb makes one. */
export class TenantOutbox {
  readonly #handles: Handles
  readonly #orgId: string

  constructor(handles: Handles, orgId: string) {
    this.#handles = handles
    this.#orgId = orgId
  }

  query() {
    return this.#handles.read.selectFrom('outbox').where('outbox.org_id', '=', this.#orgId)
  }
}
