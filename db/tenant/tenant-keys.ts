import type { Handles } from '../handles.ts'
import type { OwnRow } from './own-row.ts'

/** The API keys of one organization. Only TenantDb makes one. */
export class TenantKeys {
  readonly #handles: Handles
  readonly #orgId: string

  constructor(handles: Handles, orgId: string) {
    this.#handles = handles
    this.#orgId = orgId
  }

  query() {
    return this.#handles.read.selectFrom('api_key').where('api_key.org_id', '=', this.#orgId)
  }

  insert(row: OwnRow<'api_key'>) {
    return this.#handles.write.insertInto('api_key').values({ ...row, org_id: this.#orgId })
  }

  update(id: string) {
    return this.#handles.write
      .updateTable('api_key')
      .where('api_key.org_id', '=', this.#orgId)
      .where('api_key.id', '=', id)
  }
}
