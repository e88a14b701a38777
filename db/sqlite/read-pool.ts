import { CallerLeftError, QueryTimeoutError, StorageUnavailableError } from '../errors.ts'
import type { ExportPage, ExportPageOptions } from '../export/export-format.ts'
import { ReadQueue, type ReadCaller } from '../read-queue.ts'
import { ReadThread, type ReadReply, type ReadRequest, type ReadResult } from './read-thread.ts'
import type { RowShape } from './reader.ts'

type ReadTask = Omit<ReadRequest, 'id' | 'timeoutMs'>

interface Waiting {
  request: ReadRequest
  reader: ReadCaller
  resolve(reply: ReadResult): void
  reject(error: Error): void
}

interface Slot {
  thread: ReadThread
  current: Waiting | undefined
  cut: NodeJS.Timeout | undefined
}

const isFree = ({ current }: Slot): boolean => !current

/** One organization may hold all threads but one, so that a read of another begins at once. */
const THREADS = 3
/** A thread that did not notice its time limit by itself is given up after so many more ms. */
const GRACE_MS = 2_000
/** While more threads than these were given up and still run, their places are not filled again. */
const MAX_ABANDONED = 2

/** The caller of reads that the service does for itself. */
const SERVICE: ReadCaller = { orgId: undefined }

/**
 * Reads in threads: reads of raw events, full text and long lists go here, so that they never hold up the event loop; so
 * do checkpoints, which take as long. WAL readers do not block the writer. Threads start when first needed; the queue is
 * bounded and fair, and each read ends at its time limit, or when its caller leaves.
 */
export class ReadPool {
  readonly #file: string
  readonly #size: number
  readonly #timeoutMs: number
  readonly #worker: URL | undefined
  readonly #slots: Slot[] = []
  /** The callers of threads that were given up and still run. */
  readonly #abandoned = new Map<ReadThread, ReadCaller>()
  readonly #queue = new ReadQueue<Waiting>()
  #nextId = 1
  #closed = false

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
    this.#closed = true
    const closing = new StorageUnavailableError('Closing')
    for (const waiting of this.#queue.clear()) waiting.reject(closing)
    for (const slot of this.#slots) clearTimeout(slot.cut)
    await Promise.all(this.#slots.map(({ thread }) => thread.terminate()))
  }

  async #ask(asked: ReadTask, reader: ReadCaller): Promise<ReadResult> {
    if (this.#closed) throw new StorageUnavailableError('Closing')
    const left = reader.untilLeft?.()
    if (left?.aborted === true) throw new CallerLeftError()
    const request = { ...asked, id: this.#newId(), timeoutMs: this.#timeoutMs }
    let leave: (() => void) | undefined
    try {
      return await new Promise<ReadResult>((resolve, reject) => {
        const waiting = { request, reader, resolve, reject }
        this.#queue.add(waiting)
        leave = () => this.#leave(waiting)
        left?.addEventListener('abort', leave)
        this.#dispatch()
      })
    } finally {
      if (leave) left?.removeEventListener('abort', leave)
    }
  }

  /** Returns a positive id that fits into 32 bits, as the shared memory with the thread does. */
  #newId(): number {
    this.#nextId = (this.#nextId % 0x7fff_ffff) + 1
    return this.#nextId
  }

  #leave(waiting: Waiting): void {
    waiting.reject(new CallerLeftError())
    this.#queue.forget(waiting)
    const slot = this.#slots.find(({ current }) => current === waiting)
    if (!slot) return
    slot.thread.interrupt(waiting.request.id)
    clearTimeout(slot.cut)
    slot.cut = setTimeout(() => this.#giveUp(slot), GRACE_MS)
  }

  #dispatch(): void {
    for (;;) {
      const next = this.#queue.next((orgId) => this.#mayRun(orgId))
      const slot = next && (this.#slots.find(isFree) ?? this.#further())
      if (!next || !slot) return
      this.#queue.take(next)
      slot.current = next
      slot.cut = setTimeout(() => this.#giveUp(slot), this.#timeoutMs + GRACE_MS)
      slot.thread.send(next.request)
    }
  }

  /** True where an organization may have one more thread. Threads that were given up for it count while they run. */
  #mayRun(orgId: string | undefined): boolean {
    if (orgId === undefined) return true
    const readers = [
      ...this.#slots.map(({ current }) => current?.reader),
      ...this.#abandoned.values(),
    ]
    const own = readers.filter((reader) => reader?.orgId === orgId).length
    return own < Math.max(1, this.#size - 1)
  }

  /** Starts a further thread unless one is free soon: a checkpoint is short, so one read may wait for its end. */
  #further(): Slot | undefined {
    const soonFree = this.#slots.filter(({ current }) => current?.request.isCheckpoint).length
    return this.#queue.size > soonFree ? this.#grow() : undefined
  }

  #grow(): Slot | undefined {
    const isFull = this.#slots.length >= this.#size || this.#abandoned.size > MAX_ABANDONED
    if (this.#closed || isFull) return undefined
    const thread: ReadThread = new ReadThread(
      this.#file,
      {
        replied: (reply) => this.#settle(slot, reply),
        failed: (error) => this.#drop(slot, error),
        ended: () => {
          this.#drop(slot, new Error('A reading thread ended'))
          if (this.#abandoned.delete(thread)) this.#dispatch()
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
    this.#dispatch()
  }

  #errorOf({ message, code }: Extract<ReadReply, { error: unknown }>['error']): Error {
    if (code === 'TIME_IS_OVER') return new QueryTimeoutError(this.#timeoutMs)
    return code === 'UNWANTED' ? new CallerLeftError() : Object.assign(new Error(message), { code })
  }

  /** Gives a thread up: it ends when its current step of SQLite does, and another takes its place until then. */
  #giveUp(slot: Slot): void {
    const { thread, current } = slot
    const error = new QueryTimeoutError(this.#timeoutMs)
    current?.reject(error)
    this.#abandoned.set(thread, current?.reader ?? SERVICE)
    this.#drop(slot, error)
    thread.abandon()
  }

  /** Removes a thread that died: its read fails, and a new one starts when it is needed. */
  #drop(slot: Slot, cause: Error): void {
    const index = this.#slots.indexOf(slot)
    if (index < 0) return
    this.#slots.splice(index, 1)
    clearTimeout(slot.cut)
    slot.current?.reject(new StorageUnavailableError('The read was cut off', { cause }))
    slot.current = undefined
    if (!this.#closed) this.#dispatch()
  }
}
