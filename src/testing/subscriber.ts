import { DELIVERY_QUEUE } from '../../db/webhooks/enqueue-deliveries.ts'
import { domainEvent } from '../kernel/door/domain-events.ts'
import type { Plan } from '../kernel/plan/plans.ts'
import { auditEntries } from './audit-entries.ts'
import { inspectOrg } from './org-rows.ts'
import type { ApiAnswer, TestApp, TestOrg } from './start-test-app.ts'

/** A subscription that may be sent anything, and that no name server knows. */
export const SUBSCRIPTION = {
  url: 'https://receiver.example/hooks?token=t0psecret',
  events: ['scan.completed', 'credits.low'],
} as const

const PATH = '/webhook-subscriptions'

type Fields = Readonly<Record<string, unknown>>
type Headers = Record<string, string>

/** An organization that subscribes to events, and its owner, who calls. */
export class Subscriber {
  readonly app: TestApp
  readonly org: TestOrg
  readonly session: string

  private constructor(app: TestApp, org: TestOrg, session: string) {
    this.app = app
    this.org = org
    this.session = session
  }

  static async open(app: TestApp, plan: Plan = 'business'): Promise<Subscriber> {
    const org = await app.org(plan)
    return new Subscriber(app, org, await app.session(org))
  }

  /** Returns the same owner with a new session, for a test whose clock has moved far. */
  async again(): Promise<Subscriber> {
    return new Subscriber(this.app, this.org, await this.app.session(this.org))
  }

  call(method: string, path = '', body?: unknown, headers: Headers = {}): Promise<ApiAnswer> {
    const token = this.session
    return this.app.api(method, PATH + path, {
      token,
      headers,
      ...(body !== undefined && { body }),
    })
  }

  create(body: unknown = SUBSCRIPTION, headers: Headers = {}): Promise<ApiAnswer> {
    return this.call('POST', '', body, headers)
  }

  /** Creates a subscription, and returns its id and secret. */
  async subscribe(fields: Fields = {}): Promise<{ id: string; secret: string }> {
    const { body } = await this.create({ ...SUBSCRIPTION, ...fields })
    if (body.error) throw new Error(`Not subscribed: ${JSON.stringify(body.error)}`)
    return { id: String(body.data.id), secret: String(body.data['secret']) }
  }

  change(id: string, body: unknown, headers: Headers = {}): Promise<ApiAnswer> {
    return this.call('PUT', `/${id}`, body, headers)
  }

  async read(id: string): Promise<ApiAnswer['body']['data']> {
    return (await this.call('GET', `/${id}`)).body.data
  }

  /** Lists the entries of the audit log, oldest first. */
  told() {
    return auditEntries(this.app.directory, this.org.id).map(({ action, target_id, detail }) => ({
      action,
      target_id,
      // @NOTE the log writes JSON of objects.
      detail: JSON.parse(detail) as Fields,
    }))
  }

  /** Emits `credits.low`, which then waits to be delivered to each subscription for it; returns its id. */
  async emit(balance = 1): Promise<string> {
    const { context } = this.app.app.services
    const event = domainEvent(context, {
      event: 'credits.low',
      payload: { orgId: this.org.id, balance, threshold: 50, periodEnd: null },
    })
    await context.tenant(this.org.id).transaction((trx) => trx.emit(event))
    return event.id
  }

  /** The deliveries that wait. */
  waiting() {
    return inspectOrg(this.app.directory, this.org.id, (db) =>
      db
        .prepare<[string], { id: string; group_key: string; run_at: number; payload: string }>(
          'SELECT id, group_key, run_at, payload FROM job WHERE queue = ? ORDER BY id',
        )
        .all(DELIVERY_QUEUE),
    )
  }
}
