import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { reserveCredits, settleCredits } from '../../../kernel/plan/credits.ts'
import type { Actor } from '../../../kernel/door/principal.ts'
import { HOUR_MS } from '../../../lib/time/clock.ts'

/**
 * The milliseconds after which a reservation lapses. A step takes minutes; the credits of a step that was killed come
 * back after this time.
 */
const LAPSE_MS = HOUR_MS

interface Work {
  ref: { type: 'prompts'; id: string }
  reason: 'prompt_llm'
  actor: Actor
}

/**
 * Holds the credits of one step of pages that a language model writes for: one for each page. Credits that are not
 * charged are given back when the object is disposed of.
 */
export class StepCredits implements AsyncDisposable {
  /** The number of pages that the credits pay for. */
  readonly pages: number
  readonly #app: AppContext
  readonly #db: TenantDb
  readonly #work: Work
  #isOpen: boolean

  private constructor(
    app: AppContext,
    db: TenantDb,
    { work, pages }: { work: Work; pages: number },
  ) {
    this.#app = app
    this.#db = db
    this.#work = work
    this.pages = pages
    this.#isOpen = pages > 0
  }

  /** Reserves a credit for each page, as far as there are credits. */
  static async reserve(
    app: AppContext,
    db: TenantDb,
    { actor, wanted }: { actor: Actor; wanted: number },
  ): Promise<StepCredits> {
    const ref = { type: 'prompts', id: app.newId('crd') } as const
    const work: Work = { ref, reason: 'prompt_llm', actor }
    if (wanted === 0) return new StepCredits(app, db, { work, pages: 0 })
    const asked = { ...work, wanted, lapsesAt: app.now() + LAPSE_MS }
    const pages = await db.transaction((trx) => reserveCredits(app, trx, asked))
    return new StepCredits(app, db, { work, pages })
  }

  /** Charges the pages that were written, in the transaction that stores them. */
  async settle(trx: TenantDb, written: number): Promise<void> {
    if (!this.#isOpen) return
    await settleCredits(this.#app, trx, { ...this.#work, cost: written })
  }

  /**
   * Marks the credits as settled, so that nothing is given back: call it once the transaction of `settle` is stored.
   */
  settled(): void {
    this.#isOpen = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await this.#db.transaction((trx) => this.settle(trx, 0))
  }
}
