import type { FoundUrl, NotedAddress, PageWrite } from '../../../../db/scans/scan-rows.ts'
import { MAX_NOTED } from '../../../../db/scans/scan-addresses.ts'
import type { ScanStore } from '../../../../db/scans/scan-store.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { addWarning, type PageCount, type ScanTally, type ScanWarning } from './tally.ts'

/** The result of the visit of one address, to be stored. */
export interface Visit {
  seq: number
  page?: PageWrite
  found?: readonly FoundUrl[]
  as: 'fetched' | 'skipped' | 'failed'
  counts?: readonly PageCount[]
  /** The warnings that the visit adds to the scan. */
  warnings?: readonly ScanWarning[]
  /** True for a failure of which no page keeps a record, so that the next scan tries the address again. */
  isLost?: boolean
  /** The reason why the address became no page; absent where it became one, or is not to be listed. */
  note?: VisitNote
}

type VisitNote = Pick<NotedAddress, 'outcome' | 'reason'> & Partial<NotedAddress>

/** The most visits of one transaction. */
const GROUP = 32
/** The most visits that wait while a group is written. */
const MAX_WAITING = 96
const MAX_WAIT_MS = 200

interface WriterParts {
  store: ScanStore
  tally: ScanTally
  now: Clock
  newPageId: () => string
  /** Notifies watchers; called after each write. */
  changed: () => void
  /** Called after visits were stored, since the next run need not repeat these. */
  progressed: () => Promise<void>
  /** Called for each visit of a group once the group was written, also where that failed. */
  onWritten: () => void
}

/**
 * Writes visits in groups, one transaction at a time, since a transaction for each page would cost more than the page.
 * A visit that is not on the disk when the process dies is made again.
 */
export class StepWriter {
  readonly #parts: WriterParts
  readonly #scanNum: number
  #waiting: Visit[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #error: Error | undefined
  /** The number of addresses that were found so far, with those of earlier runs. */
  discovered: number

  constructor(parts: WriterParts, scan: { num: number; discovered: number }) {
    this.#parts = parts
    this.#scanNum = scan.num
    this.discovered = scan.discovered
  }

  /** Takes a visit to be stored; resolves at once while there is room for it. Throws the error of an earlier group. */
  async add(visit: Visit): Promise<void> {
    this.#waiting.push(visit)
    if (this.#waiting.length >= GROUP) this.start()
    this.#timer ??= setTimeout(() => this.start(), MAX_WAIT_MS)
    if (this.#waiting.length >= MAX_WAITING) await this.flush()
    this.#rethrow()
  }

  /** The number of pages that the scan has found, with those that are not on the disk yet. */
  get pages(): number {
    return this.#parts.tally.pages + this.#waiting.filter(isPage).length
  }

  /** Resolves when every visit that was added is on the disk. Throws the error of a group that could not be stored. */
  async flush(): Promise<void> {
    this.start()
    await this.#writing
    this.#rethrow()
  }

  /** Stores addresses that were found, without a visit. */
  async find(found: readonly FoundUrl[], phase: string): Promise<void> {
    const nothing = { done: [], lost: [], pages: [], fetched: 0, skipped: 0, failed: 0 }
    await this.#commit({ ...nothing, found, phase })
  }

  #rethrow(): void {
    if (this.#error !== undefined) throw this.#error
  }

  /** Begins to write the visits that wait. The next call of `add` or `flush` throws the error, if there is one. */
  start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && this.#error === undefined) {
      const visits = this.#waiting.splice(0, GROUP)
      // Visits count in the tally of the transaction that stores them, and not before: a later run repeats the
      // others.
      for (const visit of visits) this.#count(visit)
      try {
        await this.#commit({
          done: visits.map(({ seq }) => seq),
          lost: visits.flatMap(({ seq, isLost = false }) => (isLost ? seq : [])),
          found: visits.flatMap(({ found = [] }) => found),
          pages: visits.flatMap(({ page }) => page ?? []),
          noted: this.#noted(visits),
          fetched: visits.filter((visit) => visit.as === 'fetched').length,
          skipped: visits.filter((visit) => visit.as === 'skipped').length,
          failed: visits.filter((visit) => visit.as === 'failed').length,
          phase: 'fetch',
        })
        await this.#parts.progressed()
      } catch (error) {
        // The next call of `add` or `flush` throws the error.
        this.#error = error instanceof Error ? error : new Error(String(error))
      }
      for (const _ of visits) this.#parts.onWritten()
    }
  }

  /**
   * Returns the notes of addresses that became no page, until the scan has `MAX_NOTED` of them; of further ones only
   * the warnings remain.
   */
  #noted(visits: readonly Visit[]): NotedAddress[] {
    const room = MAX_NOTED - this.#parts.tally.noted
    const noted = visits.flatMap(({ seq, note }) =>
      note ? { httpStatus: null, targetUrl: null, ...note, seq } : [],
    )
    const kept = noted.slice(0, Math.max(0, room))
    this.#parts.tally.noted += kept.length
    return kept
  }

  #count({ counts = [], warnings = [] }: Visit): void {
    for (const count of counts) this.#parts.tally[count] += 1
    for (const warning of warnings) addWarning(this.#parts.tally, warning)
  }

  async #commit(step: Omit<Parameters<ScanStore['commit']>[1], 'tally'>): Promise<void> {
    const { store, tally, now, newPageId, changed } = this.#parts
    const whole = { ...step, tally: JSON.stringify(tally) }
    this.discovered += await store.commit(this.#scanNum, whole, now(), newPageId)
    changed()
  }
}

const isPage = ({ counts = [] }: Visit): boolean => counts.includes('pages')
