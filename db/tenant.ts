import type { Handles } from './handles.ts'
import type { SiteDb } from './site-db.ts'
import { TenantAnswers } from './tenant/tenant-answers.ts'
import { TenantAssistantCalls } from './tenant/tenant-assistant-calls.ts'
import { TenantAudit } from './tenant/tenant-audit.ts'
import { TenantDomains } from './tenant/tenant-domains.ts'
import { TenantInvitations } from './tenant/tenant-invitations.ts'
import { TenantJobs } from './tenant/tenant-jobs.ts'
import { TenantKeys } from './tenant/tenant-keys.ts'
import { TenantMembers } from './tenant/tenant-members.ts'
import { TenantOutbox, type EmittedEvent } from './tenant/tenant-outbox.ts'
import { TenantPages } from './tenant/tenant-pages.ts'
import { TenantQuestions } from './tenant/tenant-questions.ts'
import { TenantScans } from './tenant/tenant-scans.ts'
import { TenantSessions } from './tenant/tenant-sessions.ts'
import { TenantSites } from './tenant/tenant-sites.ts'
import { TenantTopics } from './tenant/tenant-topics.ts'

/**
 * The row-level boundary (contract 1.9): every query starts here, in a store that was made with the organization.
 * What a caller names by id is found only among its own rows.
 */
export class TenantDb {
  readonly #handles: Handles
  readonly orgId: string
  readonly #siteId: string | undefined
  #foundSite: number | null | undefined

  /** With `siteId` the organization's other sites, and what is of them, are as if they were another's. */
  constructor(handles: Handles, orgId: string, siteId?: string) {
    this.#handles = handles
    this.orgId = orgId
    this.#siteId = siteId
  }

  /** Makes the same for one site of the organization alone, for callers that are bound to it. */
  boundTo(siteId: string): TenantDb {
    return new TenantDb(this.#handles, this.orgId, siteId)
  }

  organization() {
    return this.#handles.read.selectFrom('organization').where('organization.id', '=', this.orgId)
  }

  updateOrganization() {
    return this.#handles.write.updateTable('organization').where('organization.id', '=', this.orgId)
  }

  get members(): TenantMembers {
    return new TenantMembers(this.#handles, this.orgId)
  }

  get invitations(): TenantInvitations {
    return new TenantInvitations(this.#handles, this.orgId)
  }

  get sites(): TenantSites {
    return new TenantSites(this.#handles, this.orgId, {
      siteId: this.#siteId,
      noteFound: this.#noteSite,
    })
  }

  /** Number of the site that was found by name or id; null where it was none, or several. */
  get foundSite(): number | null {
    return this.#foundSite ?? null
  }

  readonly #noteSite = (num: number): void => {
    this.#foundSite = this.#foundSite === undefined || this.#foundSite === num ? num : null
  }

  get pages(): TenantPages {
    return new TenantPages(this.#handles, this.orgId, this.#siteId)
  }

  get topics(): TenantTopics {
    return new TenantTopics(this.#handles, this.orgId, this.#siteId)
  }

  get questions(): TenantQuestions {
    return new TenantQuestions(this.#handles, this.orgId, this.#siteId)
  }

  get scans(): TenantScans {
    return new TenantScans(this.#handles, this.orgId, this.#siteId)
  }

  get jobs(): TenantJobs {
    return new TenantJobs(this.#handles)
  }

  get sessions(): TenantSessions {
    return new TenantSessions(this.#handles, this.orgId)
  }

  get domains(): TenantDomains {
    return new TenantDomains(this.#handles, this.orgId)
  }

  get keys(): TenantKeys {
    return new TenantKeys(this.#handles, this.orgId)
  }

  get audit(): TenantAudit {
    return new TenantAudit(this.#handles, this.orgId)
  }

  get assistantCalls(): TenantAssistantCalls {
    return new TenantAssistantCalls(this.#handles, this.orgId)
  }

  get answers(): TenantAnswers {
    return new TenantAnswers(this.#handles, this.orgId)
  }

  get outbox(): TenantOutbox {
    return new TenantOutbox(this.#handles, this.orgId)
  }

  /** Emits a domain event of a site or of the organization; call it within the transaction of the change. */
  emit(event: EmittedEvent, site?: SiteDb): Promise<void> {
    return this.outbox.insert(event, site?.row.num ?? null)
  }

  /**
   * Runs `work` in one transaction; its reads see its own writes.
   * A transaction inside a transaction joins it, so an effect, its audit row and its stored answer are one.
   */
  async transaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    const { write, readRows, scanRows, readPage } = this.#handles
    if (write.isTransaction) return work(this)
    return write.transaction().execute((trx) => {
      const handles = { read: trx, scan: trx, write: trx, readRows, scanRows, readPage }
      return work(new TenantDb(handles, this.orgId, this.#siteId))
    })
  }
}
