import { setMaxListeners } from 'node:events'
import type { RunQuery } from '../../../../db/citations/run-rows.ts'
import type { AnswerReading } from '../../../domain/citations/answer-reading.ts'
import { EngineError, type AskableEngine } from '../../../domain/citations/ask-engine.ts'
import type { EngineAnswer } from '../../../domain/citations/engine-answer.ts'
import type { PlannedCheck } from '../../../domain/citations/run-plan.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { forEachConcurrent } from '../../../lib/concurrency/for-each-concurrent.ts'
import { DAY_MS } from '../../../lib/time/clock.ts'
import { askPatiently, type CheckOutcome, type Patience } from './ask-patiently.ts'
import { askedCheck, skippedCheck, type CheckHead, type SkipReason } from './check-write.ts'
import type { CheckWriter } from './check-writer.ts'
import type { EngineGates } from './engine-gate.ts'
import { costOf, type RunEngine, type RunTally } from './run-tally.ts'

/** The number of failures in a row after which a run no longer asks an engine. */
const FAILURES_TO_SKIP = 5
/** The time after which a run asks nothing more, so that runs that wait behind it do not wait for ever. */
const MAX_RUN_MS = DAY_MS

interface AskingParts {
  app: Pick<AppContext, 'newId' | 'now'>
  patience: Patience
  gates: EngineGates
  read: (answer: EngineAnswer) => AnswerReading
  writer: CheckWriter
  run: { id: string; num: number; orgId: string; startedAt: number; maxCostMicros: number | null }
  queries: ReadonlyMap<number, RunQuery>
  tally: RunTally
  signal: AbortSignal
}

/** The checks of a run that one engine has not been asked yet; they are skipped where `engine` is undefined. */
export interface EngineWork {
  told: RunEngine
  engine: AskableEngine | undefined
  checks: readonly PlannedCheck[]
}

/** Asks all engines of a run at the same time, each at its own pace, and stores their answers. */
export async function askEngines(parts: AskingParts, works: readonly EngineWork[]): Promise<void> {
  const failed = new AbortController()
  const signal = AbortSignal.any([parts.signal, failed.signal])
  setMaxListeners(0, signal) // each waiting check adds a listener
  const spending = { micros: costOf(parts.tally) ?? 0 }
  const ends = await Promise.allSettled(
    works.map(async (work) => {
      try {
        await new EngineRound({ ...parts, signal }, work, spending).ask()
      } catch (error) {
        // The other engines of the run stop, too.
        failed.abort(error)
        throw error
      }
    }),
  )
  parts.signal.throwIfAborted()
  failed.signal.throwIfAborted()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Asks one engine the checks of one run, and stores the outcomes. */
class EngineRound {
  readonly #parts: AskingParts
  readonly #work: EngineWork
  /** The known costs of the run so far, over all engines. */
  readonly #spending: { micros: number }
  /** The checks that are not under way yet, in the order in which they are asked. */
  readonly #rest: ArrayIterator<PlannedCheck>
  #failuresInARow = 0

  constructor(parts: AskingParts, work: EngineWork, spending: { micros: number }) {
    this.#parts = parts
    this.#work = work
    this.#spending = spending
    this.#rest = work.checks.values()
  }

  async ask(): Promise<void> {
    const { engine } = this.#work
    if (!engine) return this.#skip([...this.#rest], 'engine_changed')
    await forEachConcurrent(this.#rest, engine.pace.concurrency, (planned) =>
      this.#check(engine, planned),
    )
  }

  async #check(engine: AskableEngine, planned: PlannedCheck): Promise<void> {
    const { gates, patience, run, signal, writer } = this.#parts
    const gate = gates.of(engine, run.orgId)
    const write = await gate.run(
      async () => {
        const reason = this.#skipReason()
        if (reason) return reason
        const { text, country, language } = this.#queryOf(planned)
        const question = { text, country, language, replica: planned.replica }
        const asked = await askPatiently(patience, gate, { engine, question }, signal)
        return this.#learn(engine, planned, asked)
      },
      { run: run.id, signal },
    )
    // The check that finds that no more may be asked skips all checks that are not under way yet.
    if (typeof write === 'string') await this.#skip([planned, ...this.#rest], write)
    else await writer.add([write])
  }

  #skipReason(): SkipReason | undefined {
    const { app, run } = this.#parts
    const { maxCostMicros, startedAt } = run
    if (app.now() - startedAt >= MAX_RUN_MS) return 'time_limit'
    if (this.#failuresInARow >= FAILURES_TO_SKIP) return 'engine_down'
    if (maxCostMicros !== null && this.#spending.micros >= maxCostMicros) return 'cost_limit'
    return undefined
  }

  #learn(engine: AskableEngine, planned: PlannedCheck, asked: CheckOutcome) {
    const read = this.#read(asked)
    const write = askedCheck(this.#headOf(planned), read.asked, {
      reading: read.reading,
      costMicrosOf: (usage) => engine.costMicrosOf(usage),
    })
    this.#failuresInARow = read.asked.failure ? this.#failuresInARow + 1 : 0
    this.#spending.micros += write.check.cost_micros ?? 0
    return write
  }

  /**
   * Returns an outcome with the reading of its answer. An answer that cannot be read is logged; it ends its check and
   * not the run.
   */
  #read(asked: CheckOutcome): { asked: CheckOutcome; reading: AnswerReading | undefined } {
    if (!asked.answer) return { asked, reading: undefined }
    try {
      return { asked, reading: this.#parts.read(asked.answer) }
    } catch (error) {
      this.#parts.patience.unexpected(error)
      const failure = new EngineError('unexpected_shape', 'The answer could not be read')
      return { asked: { ...asked, answer: undefined, failure }, reading: undefined }
    }
  }

  async #skip(checks: readonly PlannedCheck[], reason: SkipReason): Promise<void> {
    await this.#parts.writer.add(
      checks.map((planned) => skippedCheck(this.#headOf(planned), reason)),
    )
  }

  #headOf(planned: PlannedCheck): CheckHead {
    const { app, run } = this.#parts
    return {
      planned,
      query: this.#queryOf(planned),
      engine: this.#work.told,
      runNum: run.num,
      id: app.newId('chk'),
      at: app.now(),
    }
  }

  #queryOf({ queryNum }: PlannedCheck): RunQuery {
    const query = this.#parts.queries.get(queryNum)
    if (!query) throw new Error(`A run asks query ${queryNum}, which is not of its site`)
    return query
  }
}
