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

/** Milliseconds that light callers may wait at most during an attack, on an idle machine. */
export const LIGHT_P99_MS = 50
export const LIGHT_WORST_MS = 250

export interface LightCallAttempt extends LightCalls {
  label: string
  /** The longest time that the event loop of the server did nothing else, in ms. */
  longestHoldMs: number
}

export interface AttackFinding {
  /** The promise, as a sentence. */
  promise: string
  isHeld: boolean
  /** The observation, for the report. */
  saw: string
}

interface TargetOptions {
  /** Scopes of the attacker's key. */
  scopes?: string
  plan?: string
  env?: Record<string, string>
  /** The number of events that the attacker's site has on each of the last 30 days. */
  historyOfDay?: number
}

/** Provides servers for a case to attack, makes light calls in the meantime, and collects the findings. */
export class Attack implements AsyncDisposable {
  /** The short form is run for every change: it asserts counts, answers and bounds, and no milliseconds. */
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

  /** Returns `long` in the long form, `short` in the short one. */
  size(long: number, short: number): number {
    return this.isShort ? short : long
  }

  /** Starts a server with two organizations: the attacker's, with a key of these scopes, and a bystander's. */
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

  /** Runs `work` while light calls are made, and keeps how those went. */
  async during<T>(label: string, target: Target, work: () => Promise<T>): Promise<T> {
    progress.begin(label)
    // Loading the routes for the first call is no part of the measurement.
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

  /** Stores whether a promise was held. */
  expect(promise: string, isHeld: boolean, saw: unknown = ''): void {
    const text = typeof saw === 'string' ? saw : JSON.stringify(saw)
    this.findings.push({ promise, isHeld, saw: text.slice(0, 300) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const target of this.#targets) await target.server[Symbol.asyncDispose]()
  }
}
