import type { TenantDb } from '../../db/tenant/tenant-db.ts'
import { EVENT_NAMES } from '../domain/webhooks/event-types.ts'
import { newSigningSecret } from '../features/webhooks/delivery/signing-secret.ts'
import { domainEvent } from '../kernel/door/domain-events.ts'
import { inspectOrg } from './org-rows.ts'
import { TestApp } from './start-test-app.ts'

/** The columns of an attempt that tests look at. */
export interface StoredAttempt {
  subscription_id: string
  event_id: string
  attempt: number
  origin: string
  status: string
  http_status: number | null
  error: string | null
  response_headers: string | null
  response_body: string | null
  is_final: number
  next_attempt_at: number | null
  at: number
}

type Columns = Partial<{
  is_paused: number
  secret: string
  old_secret: string | null
  old_secret_until: number | null
  has_event_id: number
}>

/** An organization with subscriptions, on a service that may deliver to this machine. */
export class TestWebhooks {
  readonly app: TestApp
  readonly tenant: TenantDb

  private constructor(app: TestApp, tenant: TenantDb) {
    this.app = app
    this.tenant = tenant
  }

  /** Starts a service that may deliver to this machine. */
  static service(options: Parameters<typeof TestApp.start>[0] = {}): Promise<TestApp> {
    const environment = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', ...options.environment }
    return TestApp.start({ ...options, environment })
  }

  static async on(app: TestApp): Promise<TestWebhooks> {
    return new TestWebhooks(app, app.app.services.context.tenant((await app.org()).id))
  }

  /** Adds a subscription to all events. */
  async subscribe(url: string, columns: Columns = {}): Promise<{ id: string; secret: string }> {
    const { context } = this.app.app.services
    const [id, secret, now] = [context.newId('whk'), newSigningSecret(), context.now()]
    await this.tenant.webhooks
      .insert({
        id,
        url,
        events: JSON.stringify(EVENT_NAMES),
        site_ids: null,
        description: '',
        disabled_at: null,
        disabled_reason: null,
        secret: context.sealer.seal(secret, id),
        old_secret: null,
        old_secret_until: null,
        is_paused: 0,
        paused_reason: null,
        has_event_id: 1,
        failures: 0,
        failing_since: null,
        version: 1,
        created_by: 'test',
        vouched_by: 'test',
        created_at: now,
        updated_at: now,
        ...columns,
      })
      .execute()
    return { id, secret }
  }

  /** Emits an event of the organization; returns its id. */
  async emit(): Promise<string> {
    const payload = { orgId: this.tenant.orgId, balance: 0 }
    const event = domainEvent(this.app.app.services.context, { event: 'credits.depleted', payload })
    await this.tenant.transaction((trx) => trx.emit(event))
    return event.id
  }

  /** Emits an event, and waits until nothing is due any more. */
  async deliver(): Promise<string> {
    const id = await this.emit()
    await this.idle()
    return id
  }

  /** Pauses a subscription. */
  async pause(id: string): Promise<void> {
    await this.tenant.webhooks.update(id).set({ is_paused: 1 }).execute()
  }

  /** Turns a paused or disabled subscription on again, and waits for the deliveries that become due. */
  async resume(id: string): Promise<void> {
    await this.turnOn(id)
    await this.idle()
  }

  async turnOn(id: string): Promise<void> {
    const on = { is_paused: 0, disabled_at: null, disabled_reason: null }
    await this.tenant.transaction(async (trx) => {
      await trx.webhooks.update(id).set(on).execute()
      await trx.webhooks.makeDue(id, this.app.clock.now())
    })
  }

  /** Lets time pass until the next job is due, and waits until what is due is done. */
  async next(): Promise<void> {
    const [job] = this.jobs()
    if (job) this.app.clock.advance({ ms: Math.max(0, job.run_at - this.app.clock.now()) })
    await this.idle()
  }

  /** Resolves when nothing is due any more and nothing runs. */
  idle(): Promise<void> {
    return this.app.app.services.deliveries.onIdle()
  }

  /** The attempts of all subscriptions, or of one, in their order. */
  attempts(subscriptionId?: string): StoredAttempt[] {
    return inspectOrg(this.app.directory, this.tenant.orgId, (db) =>
      db.prepare<[], StoredAttempt>('SELECT * FROM webhook_delivery ORDER BY num').all(),
    ).filter((row) => subscriptionId === undefined || row.subscription_id === subscriptionId)
  }

  /** The status words of the attempts. */
  statuses(subscriptionId?: string): string[] {
    return this.attempts(subscriptionId).map(({ status }) => status)
  }

  /** The jobs that wait, by their time. */
  jobs(): { id: string; run_at: number; attempts: number; last_error: string | null }[] {
    return inspectOrg(this.app.directory, this.tenant.orgId, (db) =>
      db
        .prepare<[], { id: string; run_at: number; attempts: number; last_error: string | null }>(
          `SELECT id, run_at, attempts, last_error FROM job WHERE queue = 'delivery' ORDER BY run_at`,
        )
        .all(),
    )
  }
}
