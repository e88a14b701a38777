import type { Generated } from 'kysely'

/** Domain events in the order in which they happened, until they are old; whoever sends them on reads them by number. */
interface OutboxTable {
  num: Generated<number>
  /** `evt_…`: what a receiver tells repetitions by. */
  id: string
  org_id: string
  /** Null for an event of the organization itself. */
  site_num: number | null
  /** Its name in contract 6.1. */
  event: string
  /** Of the payload's form. */
  version: number
  /** JSON. */
  payload: string
  at: number
}

export interface OutboxTables {
  outbox: OutboxTable
}
