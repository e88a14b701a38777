import { join } from 'node:path'
import { progress } from '../harness/progress.ts'
import {
  runKeyCreate,
  runOwnerCreate,
  postSite,
  makeInstallation,
  startProduct,
} from '../product/product.ts'
import { seedHistory } from '../product/seed-history.ts'
import { SITE_URL } from '../product/traffic.ts'
import type { LightCaller, LightCalls } from './light-caller.ts'
import { Target } from './target.ts'

/** What light callers may wait at most while somebody attacks, on an idle machine. */
export const LIGHT_P99_MS = 50
export const LIGHT_WORST_MS = 250

export interface LightCallAttempt extends LightCalls {
  label: string
  /** The longest time that the event loop of the server did nothing else, in ms. */
  longestHoldMs: number
}

export interface AttackFinding {
  /** What is promised, as a sentence. */
  promise: string
  isHeld: boolean
  /** What was seen, for the report. */
  saw: string
}

interface TargetOptions {
  /** Of the attacker's key. */
  scopes?: string
  plan?: string
  env?: Record<string, string>
  /** Events of each of the last 30 days that the attacker's site has. */
  historyOfDay?: number
}

/** An attacker's hands: servers to attack, somebody who makes light calls in the meantime, and what was found. */
export class Attack implements AsyncDisposable {
  /** Small enough for every change: asserts counts, answers and bounds, and no milliseconds. */
  readonly isShort: boolean
  readonly directory: string
  readonly attempts: LightCallAttempt[] = []
  readonly findings: AttackFinding[] = []
  readonly #lightCaller: LightCaller
  readonly #targets: Target[] = []

  constructor(options: { isShort: boolean; directory: string; lightCaller: LightCaller }) {
    this.isShort = options.isShort
    this.directory = options.directory
    this.#lightCaller = options.lightCaller
  }

  /** So many in the long form, fewer in the short one. */
  size(long: number, short: number): number {
    return this.isShort ? short : long
  }

  /** A server of its own with two organizations: the attacker's, with a key of these scopes, and a bystander's. */
  async target(needs: TargetOptions = {}): Promise<Target> {
    const { scopes = '*', plan = 'self_hosted', env = {}, historyOfDay } = needs
    const made = await makeInstallation(join(this.directory, `target-${this.#targets.length}`))
    const installation = { ...made, env: { ...made.env, ...env } }
    const orgId = await runOwnerCreate(installation, 'attacker', plan)
    const [key = ''] = await runKeyCreate(installation, orgId, 1, scopes)
    const [everything = ''] = await runKeyCreate(installation, orgId, 1)
    const bystanders = await runOwnerCreate(installation, 'bystander')
    const [bystander = ''] = await runKeyCreate(installation, bystanders, 1)
    let server = await startProduct(installation, { withProbe: true })
    const siteId = await postSite(
      server,
      everything,
      historyOfDay === undefined ? 'https://attacked.example' : SITE_URL,
    )
    if (historyOfDay !== undefined) {
      await server[Symbol.asyncDispose]()
      await seedHistory(installation, siteId, historyOfDay)
      server = await startProduct(installation, { withProbe: true })
    }
    const target = new Target(server, installation, { orgId, key, everything, bystander, siteId })
    this.#targets.push(target)
    return target
  }

  /** Does something to the server while light calls are made, and keeps how those went. */
  async during<T>(label: string, target: Target, work: () => Promise<T>): Promise<T> {
    progress.begin(label)
    // What comes before the first call, such as loading the routes, is no part of it.
    await target.get('/api/v1/sites', target.bystander)
    await this.#lightCaller.begin(target.port, target.bystander)
    await target.server.longestHoldMs()
    try {
      return await work()
    } finally {
      const longestHoldMs = await target.server.longestHoldMs()
      this.attempts.push({ label, longestHoldMs, ...(await this.#lightCaller.end()) })
    }
  }

  /** Keeps whether a promise was held. */
  expect(promise: string, isHeld: boolean, saw: unknown = ''): void {
    const text = typeof saw === 'string' ? saw : JSON.stringify(saw)
    this.findings.push({ promise, isHeld, saw: text.slice(0, 300) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const target of this.#targets) await target.server[Symbol.asyncDispose]()
  }
}
