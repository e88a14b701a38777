import type { Generated } from 'kysely'

/** Domain events in the order in which they happened, until they are old; a sender reads them by number. */
interface OutboxTable {
  num: Generated<number>
  /** `evt_…`, by which a receiver recognises repetitions. */
  id: string
  org_id: string
  /** Null for an event of the organization itself. */
  site_num: number | null
  /** Name of the event in contract 6.1. */
  event: string
  /** Version of the payload's form. */
  version: number
  /** JSON of the payload. */
  payload: string
  at: number
}

export interface OutboxTables {
  outbox: OutboxTable
}
