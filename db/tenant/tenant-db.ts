import type { EmittedEvent } from '../../src/domain/webhooks/emitted-event.ts'
import type { Handles } from '../handles.ts'
import type { SiteDb } from '../site-db.ts'
import type { AccountRow } from '../system/account-row.ts'
import { insertAudit, type AuditLine } from '../system/insert-audit.ts'
import type { SentToken } from '../system/one-time-tokens.ts'
import { proveByMail, takeOverAccounts, type Proof } from '../system/take-over-accounts.ts'
import type { Trx } from '../tables/schema.ts'
import { DELIVERY_QUEUE, emitEvent } from '../webhooks/enqueue-deliveries.ts'
import type { SiteReach } from './site-reach.ts'
import { readTenantAccount, type TenantAccount } from './tenant-account.ts'
import { TenantAnswers } from './tenant-answers.ts'
import { TenantAssistantCalls } from './tenant-assistant-calls.ts'
import { TenantAudit } from './tenant-audit.ts'
import { TenantBilling } from './tenant-billing.ts'
import { TenantCitationRuns } from './tenant-citation-runs.ts'
import { TenantCredits } from './tenant-credits.ts'
import { TenantDomains } from './tenant-domains.ts'
import { TenantEngineKeys } from './tenant-engine-keys.ts'
import { TenantGrants } from './tenant-grants.ts'
import { TenantInvitations } from './tenant-invitations.ts'
import { TenantJobs } from './tenant-jobs.ts'
import { TenantKeys } from './tenant-keys.ts'
import { TenantMembers } from './tenant-members.ts'
import { TenantOutbox } from './tenant-outbox.ts'
import { TenantPages } from './tenant-pages.ts'
import { TenantQuestions } from './tenant-questions.ts'
import { TenantScans } from './tenant-scans.ts'
import { TenantSessions } from './tenant-sessions.ts'
import { TenantSites } from './tenant-sites.ts'
import { TenantStore } from './tenant-store.ts'
import { TenantTopics } from './tenant-topics.ts'
import { TenantWebhooks } from './tenant-webhooks.ts'

/**
 * The data of one organization, by which every query of a feature begins (contract 1.9): each of its stores was made
 * with the organization, and finds only rows of that organization.
 */
export class TenantDb extends TenantStore {
  /** The id of the organization, which callers read too. */
  declare readonly orgId: string
  readonly #found: FoundSite
  readonly #guard: Guard | undefined

  /**
   * Makes the data of an organization. Its sites that are out of reach, and their rows, are treated as if they were
   * another organization's.
   */
  constructor(
    handles: Handles,
    orgId: string,
    reach?: SiteReach,
    found: FoundSite = { num: undefined },
    guard?: Guard,
  ) {
    super(handles, orgId, reach)
    this.#found = found
    this.#guard = guard
  }

  /** Returns the same data for one site of the organization alone, for callers whose address is bound to that site. */
  boundTo(siteId: string): TenantDb {
    return this.#with(this.reach.boundTo(siteId), this.#guard)
  }

  /** Returns the same data for some sites of the organization alone, for keys that are narrowed to those. */
  narrowedTo(siteIds: ReadonlySet<string>): TenantDb {
    return this.#with(this.reach.narrowedTo(siteIds), this.#guard)
  }

  /** Returns the same data with a check that begins each transaction; the transaction ends where the check throws. */
  guardedBy(guard: Guard): TenantDb {
    return this.#with(this.reach, guard)
  }

  #with(reach: SiteReach, guard: Guard | undefined): TenantDb {
    return new TenantDb(this.handles, this.orgId, reach, this.#found, guard)
  }

  organization() {
    return this.handles.read.selectFrom('organization').where('organization.id', '=', this.orgId)
  }

  updateOrganization() {
    return this.handles.write.updateTable('organization').where('organization.id', '=', this.orgId)
  }

  /** Reads the organization with what it uses of its plan. Throws where the organization is gone. */
  async account(nowMs: number): Promise<TenantAccount> {
    const asked = { orgId: this.orgId, reach: this.reach, nowMs }
    const account = await readTenantAccount(this.handles, asked)
    if (!account) throw new Error(`There is no organization ${this.orgId}`)
    return account
  }

  get members(): TenantMembers {
    return new TenantMembers(this.handles, this.orgId)
  }

  get invitations(): TenantInvitations {
    return new TenantInvitations(this.handles, this.orgId)
  }

  get sites(): TenantSites {
    return new TenantSites(this.handles, this.orgId, this.reach, this.#noteSite)
  }

  /** The number of the site that was found by name or id; null where none was found, or several. */
  get foundSite(): number | null {
    return this.#found.num ?? null
  }

  readonly #noteSite = (num: number): void => {
    const found = this.#found
    found.num = found.num === undefined || found.num === num ? num : null
  }

  get pages(): TenantPages {
    return new TenantPages(this.handles, this.orgId, this.reach)
  }

  get topics(): TenantTopics {
    return new TenantTopics(this.handles, this.orgId, this.reach)
  }

  get questions(): TenantQuestions {
    return new TenantQuestions(this.handles, this.orgId, this.reach)
  }

  get scans(): TenantScans {
    return new TenantScans(this.handles, this.orgId, this.reach)
  }

  get citationRuns(): TenantCitationRuns {
    return new TenantCitationRuns(this.handles, this.orgId, this.reach)
  }

  get jobs(): TenantJobs {
    return new TenantJobs(this.handles, this.orgId)
  }

  get sessions(): TenantSessions {
    return new TenantSessions(this.handles, this.orgId)
  }

  get domains(): TenantDomains {
    return new TenantDomains(this.handles, this.orgId)
  }

  get keys(): TenantKeys {
    return new TenantKeys(this.handles, this.orgId)
  }

  get engineKeys(): TenantEngineKeys {
    return new TenantEngineKeys(this.handles, this.orgId)
  }

  get grants(): TenantGrants {
    return new TenantGrants(this.handles, this.orgId)
  }

  get audit(): TenantAudit {
    return new TenantAudit(this.handles, this.orgId)
  }

  get assistantCalls(): TenantAssistantCalls {
    return new TenantAssistantCalls(this.handles, this.orgId, this.reach)
  }

  get answers(): TenantAnswers {
    return new TenantAnswers(this.handles, this.orgId)
  }

  get outbox(): TenantOutbox {
    return new TenantOutbox(this.handles, this.orgId)
  }

  get billing(): TenantBilling {
    return new TenantBilling(this.handles, this.orgId)
  }

  get webhooks(): TenantWebhooks {
    return new TenantWebhooks(this.handles, this.orgId)
  }

  get credits(): TenantCredits {
    return new TenantCredits(this.handles, this.orgId)
  }

  /**
   * Sets a new password by the token of a link that was mailed to an address, and takes over the other accounts of the
   * address, one of which is in this organization. Returns false where the token does not work any more.
   */
  async proveByMail(
    token: SentToken,
    person: AccountRow,
    { end, lines }: { end: EndRights; lines: readonly AuditLine[] },
  ): Promise<boolean> {
    const trx = this.#transacting()
    const into = await proveByMail(trx, token, person)
    if (into === undefined) return false
    await this.takeOver({ email: person.email, into, now: token.now }, end)
    await insertAudit(trx, lines)
    return true
  }

  /**
   * Gives a proven account the memberships of every other account of its address; `end` ends the rights that were given
   * by each of those.
   *
   * @NOTE this reaches other organizations, each of which had invited the person.
   */
  async takeOver(proof: Proof, end: EndRights): Promise<void> {
    for (const { id, orgId, leftRole } of await takeOverAccounts(this.#transacting(), proof)) {
      await end(new TenantDb(this.handles, orgId), { from: id, into: proof.into, leftRole })
    }
  }

  #transacting(): Trx {
    return this.transacting('Accounts are taken over in a transaction')
  }

  /**
   * Emits a domain event of a site or of the organization, with a delivery to each subscription that gets it. Throws
   * outside of a transaction, since an event must exist exactly when its change happened.
   */
  async emit(event: EmittedEvent, site?: SiteDb): Promise<void> {
    const { grown, noteEmitted } = this.handles
    const trx = this.transacting('An event is emitted in the transaction of its cause')
    const added = await emitEvent(trx, { orgId: this.orgId, site: site?.row ?? null, event })
    noteEmitted?.()
    if (added > 0) grown?.add(DELIVERY_QUEUE)
  }

  /**
   * Runs `work` in one transaction, in which reads see its own writes. A transaction inside a transaction joins it, so
   * an effect, its entry in the audit log and its stored answer are one.
   */
  async transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    const { write, readRows, scanRows, readPage, wakeQueue, tellEmitted } = this.handles
    if (write.isTransaction) {
      if (!this.#guard) return work(this)
      await this.#guard(this)
      return work(this.#with(this.reach, undefined))
    }
    const grown = new Set<string>()
    let hasEmitted = false
    const noteEmitted = (): void => void (hasEmitted = true)
    const done = await write.transaction().execute(async (trx) => {
      const own = { read: trx, scan: trx, write: trx, grown, noteEmitted }
      const handles = { ...own, readRows, scanRows, readPage, wakeQueue, tellEmitted }
      const db = new TenantDb(handles, this.orgId, this.reach)
      await this.#guard?.(db)
      return work(db)
    })
    for (const queue of grown) wakeQueue(queue)
    if (hasEmitted) tellEmitted(this.orgId)
    return done
  }
}

/** A check that rejects where nothing may be written any more. */
type Guard = (trx: TenantDb) => Promise<void>

/**
 * A function that ends the rights that an account gave in an organization before another one took it over; it gets the
 * ids of both accounts.
 */
export type EndRights = (
  db: TenantDb,
  of: { from: string; into: string; leftRole: string | undefined },
) => Promise<void>

/**
 * The number of the site that was found; null after several, undefined before any. Handles that were made by `boundTo`
 * and `narrowedTo` share it with their origin.
 */
interface FoundSite {
  num: number | null | undefined
}
