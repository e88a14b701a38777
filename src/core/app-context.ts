import type { EventWriter } from '../../db/ingest/event-writer.ts'
import type { AccountStore } from '../../db/system/accounts.ts'
import type { IngestSites } from '../../db/system/ingest-sites.ts'
import type { TenantDb } from '../../db/tenant.ts'
import type { Clock } from './clock.ts'
import type { CursorSigner } from './cursor.ts'
import type { Hooks } from './hooks.ts'
import type { IdPrefix } from './ids.ts'

/** What every operation may use. Built once, in `app.ts`. */
export interface AppContext {
  now: Clock
  /** How the service is reached from outside, without a slash at its end. */
  publicUrl: string
  newId(prefix: IdPrefix): string
  tenant(orgId: string): TenantDb
  cursors: CursorSigner
  hooks: Hooks
  passwords: Passwords
  /** Named handles that are not bound to an organization: sign-in and collecting only. */
  system: { accounts: AccountStore; sites: IngestSites; events: EventWriter }
  background: Background
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time whether there is a hash or not. Throws UNAVAILABLE when too many wait. */
  verify(hash: string | undefined, password: string): Promise<boolean>
}

/** Work that goes on after the answer; what is left at a stop is found again at the next start. */
export interface Background {
  purgeDeletedSite(siteNum: number): void
  rebuildRollups(site: { num: number; id: string; zone: string }): void
}
