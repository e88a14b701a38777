import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AFTER_START_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time/clock.ts'
import { StorageDamagedError, translateSqliteError } from '../errors.ts'
import type { Damage } from './check-tables.ts'

/** The most damaged parts that an answer to a caller names; the log names all. */
const MOST_NAMED = 5
/** The characters of a failed statement that are searched for the names of its tables. */
const MAX_SQL = 10_000

type Step = { table: string } | { damage: Damage } | { isDone: true }

export interface DamageListener {
  /** A function that is called once with each part of the file that cannot be read. */
  damaged(damage: Damage): void
  /** A function that is called after a check of all tables, with the number of parts that cannot be read. */
  checked(damages: number): void
  /** A function that is called with the reason when the tables could not be checked. */
  checkFailed(error: unknown): void
}

/**
 * A watch that knows which tables of the file cannot be read. A process of its own checks each table: a stop can end it
 * in the middle of a large table, and a crash of SQLite there leaves the service alive. Failed statements report their
 * tables too. Everything else is still served.
 */
export class DamageWatch implements Disposable {
  readonly #file: string
  readonly #listener: DamageListener
  /** The parts of the database that cannot be read, each with the message of SQLite. */
  #known = new Map<string, string>()
  /** The commits that the start left out of the log, in words; answers report them until the next start. */
  #lost: string | undefined
  #check: ChildProcess | undefined
  #metAtMs: number | undefined
  #endedAtMs: number | undefined
  #timer: NodeJS.Timeout | undefined
  #first: NodeJS.Timeout | undefined

  constructor(file: string, listener: DamageListener) {
    this.#file = file
    this.#listener = listener
  }

  /**
   * Begins to check all tables. The check is repeated every hour while something is damaged, since it may have been
   * mended.
   */
  begin(): void {
    this.#timer ??= setInterval(() => {
      if (this.#known.size > 0 || this.#isMet()) this.#run('')
    }, HOUR_MS).unref()
    this.#first ??= setTimeout(() => this.#run(''), AFTER_START_MS)
  }

  /** Notes commits that were in the log and are missing in the file, which no check finds. */
  lose(damage: Damage): void {
    this.#lost = damage.what
    this.#listener.damaged(damage)
  }

  /**
   * Turns an error of SQLite into one that callers know. Damage that it reports is known from then on, and makes the
   * tables be checked.
   */
  translate(error: unknown, sql = ''): unknown {
    const translated = translateSqliteError(error)
    if (translated instanceof StorageDamagedError) this.#meet(sql)
    return translated
  }

  /** Returns in words what cannot be read; undefined while nothing is known to be damaged. */
  reason(): string | undefined {
    const names = [...(this.#lost === undefined ? [] : [this.#lost]), ...this.#known.keys()]
    if (names.length > 0) {
      const rest = names.length - MOST_NAMED
      const named = names.slice(0, MOST_NAMED).join(', ')
      return `damaged: ${named}${rest > 0 ? ` and ${rest} more` : ''}`
    }
    if (!this.#isMet()) return undefined
    return `a statement came upon a damaged page; ${this.#check ? 'the tables are being checked' : 'the log says of which statement'}`
  }

  /** Ends the check that is under way, and begins no further one. */
  [Symbol.dispose](): void {
    clearTimeout(this.#first)
    clearInterval(this.#timer)
    this.#check?.removeAllListeners()
    this.#check?.kill('SIGKILL')
  }

  #isMet(): boolean {
    return this.#metAtMs !== undefined && performance.now() - this.#metAtMs < HOUR_MS
  }

  #meet(sql: string): void {
    this.#metAtMs = performance.now()
    const isRecent = this.#endedAtMs !== undefined && this.#metAtMs - this.#endedAtMs < MINUTE_MS
    // In a command, which ends soon, there is no timer: it names the failed statement instead of a table.
    if (this.#timer && !isRecent) this.#run(sql.slice(0, MAX_SQL))
  }

  #run(met: string): void {
    if (this.#check) return
    const seen = new Map<string, string>()
    let at = ''
    const note = (damage: Damage): void => {
      seen.set(damage.what, damage.found)
      if (!this.#known.has(damage.what)) this.#listener.damaged(damage)
      this.#known.set(damage.what, damage.found)
    }
    const check = fork(workerFile(), [this.#file, met], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#check = check
    let isDone = false
    let complaint = ''
    check.stderr?.on(
      'data',
      (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-MAX_SQL)),
    )
    check.on('message', (step: Step) => {
      if ('damage' in step) note(step.damage)
      else if ('table' in step) at = step.table
      else isDone = true
    })
    check.on('error', (error) => this.#listener.checkFailed(error))
    check.on('close', (_, signal) => {
      this.#check = undefined
      this.#endedAtMs = performance.now()
      if (isDone) {
        this.#known = seen
        this.#listener.checked(seen.size)
        return
      }
      // A file can be damaged so badly that SQLite itself crashes on it.
      if (signal !== null) note({ what: `table ${at}`, found: `its check ended with ${signal}` })
      else this.#listener.checkFailed(new Error(`The check of tables ended: ${complaint}`))
    })
    check.unref()
    check.channel?.unref()
  }
}

/**
 * Finds the script of the check: in the bundle it is in the folder of this file; from sources it runs with the loader
 * of this process.
 */
function workerFile(): string {
  const bundled = new URL('./check-worker.js', import.meta.url)
  const source = new URL('./check-worker.ts', import.meta.url)
  return fileURLToPath(existsSync(bundled) ? bundled : source)
}
