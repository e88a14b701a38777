import type { Handles } from '../handles.ts'
import type { OwnRow } from './own-row.ts'

/** A domain event as it is stored. */
export type EmittedEvent = Omit<OwnRow<'outbox'>, 'num' | 'site_num'>

/** Stores domain events of one organization. Only TenantDb makes one. */
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

  /** Throws outside of a transaction, since an event must exist exactly when its change happened. */
  async insert(event: EmittedEvent, siteNum: number | null): Promise<void> {
    const { write } = this.#handles
    if (!write.isTransaction) throw new Error('An event is emitted in the transaction of its cause')
    await write
      .insertInto('outbox')
      .values({ ...event, site_num: siteNum, org_id: this.#orgId })
      .execute()
  }
}
