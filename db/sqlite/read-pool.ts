import { KeyedQueue } from '../../src/lib/concurrency/keyed-queue.ts'
import {
  CallerLeftError,
  QueryTimeoutError,
  StorageUnavailableError,
  TooManyReadsError,
} from '../errors.ts'
import type { ExportPage, ExportPageOptions } from '../export/export-format.ts'
import { ReadThread, type ReadReply, type ReadRequest, type ReadResult } from './read-thread.ts'
import type { RowShape } from './reader.ts'

/** The organization that a read runs for, and the signal which says that its caller has left. */
export interface ReadCaller {
  /**
   * The id of the organization, whose reads take turns with those of others; undefined for reads of the service itself.
   */
  orgId: string | undefined
  /** Returns the signal that is aborted when the caller has left; absent where the caller cannot leave. */
  untilLeft?: (() => AbortSignal) | undefined
}

type ReadTask = Omit<ReadRequest, 'id' | 'timeoutMs'>

interface RunningRead {
  request: ReadRequest
  reader: ReadCaller
  resolve(reply: ReadResult): void
  reject(error: Error): void
}

interface Slot {
  thread: ReadThread
  current: RunningRead | undefined
  cut: NodeJS.Timeout | undefined
}

const hasLeft = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

const isFree = ({ current }: Slot): boolean => !current

/**
 * The number of reading threads. One organization may hold all but one of them, so that a read of another begins at
 * once.
 */
const THREADS = 3
/** The milliseconds from the time limit of a read until a thread that has not ended it by itself is given up. */
const GRACE_MS = 2_000
/**
 * The most reads of one organization that may wait. A call needs a few; a script that asks for more should slow down.
 */
const MAX_WAITING_OF_ORG = 50
/**
 * The most reads that may wait in all, to bound their memory; the first read of each organization may wait in addition.
 */
const MAX_WAITING = 500
/** The most threads that were given up and still run; with more of them, their places are not filled again. */
const MAX_ABANDONED = 2

/** The caller that stands for reads which the service makes for itself. */
const SERVICE: ReadCaller = { orgId: undefined }

/**
 * Runs reads in threads: reads of raw events, full text and long lists, so that they never hold up the event loop, and
 * checkpoints, which take as long. WAL readers do not block the writer. Threads start when they are first needed; the
 * queue is bounded and fair, and each read ends at its time limit, or when its caller leaves.
 */
export class ReadPool {
  readonly #file: string
  readonly #size: number
  readonly #timeoutMs: number
  readonly #worker: URL | undefined
  readonly #slots: Slot[] = []
  /** The threads that were given up and still run, each with the caller of its read. */
  readonly #abandoned = new Map<ReadThread, ReadCaller>()
  readonly #queue = new KeyedQueue({ hasRoom: (...read) => this.#mayRun(...read) })
  #nextId = 1

  constructor(
    file: string,
    options: { size?: number; timeoutMs: number; worker?: URL | undefined },
  ) {
    this.#file = file
    this.#size = options.size ?? THREADS
    this.#timeoutMs = options.timeoutMs
    this.#worker = options.worker
  }

  /**
   * Returns the rows of a statement. Throws QueryTimeoutError when the read takes longer than it may, CallerLeftError
   * when its caller left, TooManyReadsError when 50 of its organization wait, and StorageUnavailableError when too many
   * wait in all, or once closed.
   */
  async read(
    sql: string,
    parameters: readonly unknown[],
    form: RowShape = 'objects',
    reader: ReadCaller = SERVICE,
  ): Promise<unknown[]> {
    const reply = await this.#ask({ sql, parameters, form, page: undefined }, reader)
    return 'rows' in reply ? reply.rows : []
  }

  /** Returns the rows of a statement as bytes of a file; throws as `read` does. */
  async readPage(
    sql: string,
    parameters: readonly unknown[],
    form: ExportPageOptions,
    reader: ReadCaller,
  ): Promise<ExportPage> {
    const reply = await this.#ask({ sql, parameters, form: 'arrays', page: form }, reader)
    if (!('page' in reply)) throw new TypeError('A reading thread gave rows for a page')
    return reply.page
  }

  /**
   * Copies the write-ahead log back (`checkpointLog`). Throws as `read` does, and StorageUnavailableError while every
   * thread is busy: a thread of its own would take as much memory as a small site.
   */
  async checkpointLog(): Promise<void> {
    if (this.#slots.length > 0 && !this.#slots.some(isFree)) {
      throw new StorageUnavailableError('Every reading thread is busy')
    }
    const nothing = { sql: '', parameters: [], form: 'arrays', page: undefined } as const
    await this.#ask({ ...nothing, isCheckpoint: true }, SERVICE)
  }

  async close(): Promise<void> {
    this.#queue.close(new StorageUnavailableError('Closing'))
    for (const slot of this.#slots) clearTimeout(slot.cut)
    await Promise.all(this.#slots.map(({ thread }) => thread.terminate()))
  }

  async #ask(asked: ReadTask, reader: ReadCaller): Promise<ReadResult> {
    const left = reader.untilLeft?.()
    if (hasLeft(left)) throw new CallerLeftError()
    this.#assertRoom(reader)
    try {
      const request = { ...asked, id: this.#newId(), timeoutMs: this.#timeoutMs }
      const turn = { key: reader.orgId, ...(left && { untilLeft: () => left }) }
      return await this.#queue.run(() => this.#run(request, reader, left), turn)
    } catch (error) {
      throw hasLeft(left) ? new CallerLeftError() : error
    }
  }

  #assertRoom({ orgId, untilLeft }: ReadCaller): void {
    const own = this.#queue.waitingOf(orgId)
    // A read without a caller who can leave, such as a scan's, waits as long as it takes.
    if (own >= MAX_WAITING_OF_ORG && untilLeft) throw new TooManyReadsError(MAX_WAITING_OF_ORG)
    if (this.#queue.waiting >= MAX_WAITING && own > 0) {
      throw new StorageUnavailableError('Too many reads wait')
    }
  }

  /** Returns a new id of a read, positive and within 32 bits, as the memory that is shared with the thread needs it. */
  #newId(): number {
    this.#nextId = (this.#nextId % 0x7fff_ffff) + 1
    return this.#nextId
  }

  /**
   * Runs a read whose turn it is. The read ends at once when its caller leaves, and its thread is free a little later.
   */
  async #run(request: ReadRequest, reader: ReadCaller, left?: AbortSignal): Promise<ReadResult> {
    const slot = this.#slots.find(isFree) ?? this.#grow()
    let leave: (() => void) | undefined
    try {
      return await new Promise<ReadResult>((resolve, reject) => {
        slot.current = { request, reader, resolve, reject }
        slot.cut = setTimeout(() => this.#giveUp(slot), this.#timeoutMs + GRACE_MS)
        slot.thread.send(request)
        leave = () => {
          reject(new CallerLeftError())
          if (slot.current?.request === request) this.#interrupt(slot, request)
        }
        left?.addEventListener('abort', leave)
      })
    } finally {
      if (leave) left?.removeEventListener('abort', leave)
    }
  }

  #interrupt(slot: Slot, { id }: ReadRequest): void {
    slot.thread.interrupt(id)
    clearTimeout(slot.cut)
    slot.cut = setTimeout(() => this.#giveUp(slot), GRACE_MS)
  }

  /** Returns true where a thread is free for an organization, or a further one may start. */
  #mayRun(orgId: string | undefined, waiting: number): boolean {
    if (!this.#mayHaveOneMore(orgId)) return false
    return this.#slots.some(isFree) || (this.#mayGrow() && waiting > this.#soonFree())
  }

  /**
   * Returns true where an organization may use one more thread; threads that were given up for it count while they run.
   */
  #mayHaveOneMore(orgId: string | undefined): boolean {
    if (orgId === undefined) return true
    const readers = [
      ...this.#slots.map(({ current }) => current?.reader),
      ...this.#abandoned.values(),
    ]
    const own = readers.filter((reader) => reader?.orgId === orgId).length
    return own < Math.max(1, this.#size - 1)
  }

  /** Returns the number of threads that are busy with a checkpoint: it is short, so one read may wait for its end. */
  #soonFree(): number {
    return this.#slots.filter(({ current }) => current?.request.isCheckpoint).length
  }

  #mayGrow(): boolean {
    return this.#slots.length < this.#size && this.#abandoned.size <= MAX_ABANDONED
  }

  #grow(): Slot {
    const thread: ReadThread = new ReadThread(
      this.#file,
      {
        replied: (reply) => this.#settle(slot, reply),
        failed: (error) => this.#drop(slot, error),
        ended: () => {
          this.#drop(slot, new Error('A reading thread ended'))
          if (this.#abandoned.delete(thread)) this.#queue.fill()
        },
      },
      this.#worker,
    )
    const slot: Slot = { thread, current: undefined, cut: undefined }
    this.#slots.push(slot)
    return slot
  }

  #settle(slot: Slot, reply: ReadReply): void {
    const { current } = slot
    if (reply.id !== current?.request.id) return
    clearTimeout(slot.cut)
    slot.current = undefined
    slot.thread.rest()
    if ('error' in reply) current.reject(this.#errorOf(reply.error))
    else current.resolve(reply)
    this.#queue.fill()
  }

  #errorOf({ message, code }: Extract<ReadReply, { error: unknown }>['error']): Error {
    if (code === 'TIME_IS_OVER') return new QueryTimeoutError(this.#timeoutMs)
    return code === 'UNWANTED' ? new CallerLeftError() : Object.assign(new Error(message), { code })
  }

  /** Gives up a thread, which ends when its current step of SQLite does; another takes its place until then. */
  #giveUp(slot: Slot): void {
    const { thread, current } = slot
    const error = new QueryTimeoutError(this.#timeoutMs)
    current?.reject(error)
    this.#abandoned.set(thread, current?.reader ?? SERVICE)
    this.#drop(slot, error)
    thread.abandon()
  }

  /** Removes a thread that died: its read fails, and a new thread starts when one is needed. */
  #drop(slot: Slot, cause: Error): void {
    const index = this.#slots.indexOf(slot)
    if (index < 0) return
    this.#slots.splice(index, 1)
    clearTimeout(slot.cut)
    slot.current?.reject(new StorageUnavailableError('The read was cut off', { cause }))
    slot.current = undefined
    this.#queue.fill()
  }
}
