import type { RowForm } from './sqlite/reader.ts'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { QueryTimeoutError, StorageUnavailableError } from './errors.ts'
import type { Page, PageForm } from './export/row-form.ts'

export interface ReadRequest {
  id: number
  sql: string
  parameters: readonly unknown[]
  form: RowForm
  timeoutMs: number
  /** Wanted where rows become the bytes of a file. */
  page: PageForm | undefined
  /** Asks for the log to be copied back instead, which is as long work as reading. */
  isUpkeep?: boolean
}

export type ReadReply =
  | { id: number; rows: unknown[] }
  | { id: number; page: Page }
  | { id: number; error: { message: string; code: string | undefined } }

interface Waiting {
  request: ReadRequest
  resolve(reply: { rows: unknown[] } | { page: Page }): void
  reject(error: Error): void
}

interface Slot {
  worker: Worker
  current: Waiting | undefined
  cut: NodeJS.Timeout | undefined
}

const isFree = ({ current }: Slot): boolean => !current

const MAX_QUEUE = 200
/** A thread that did not notice its limit by itself is given up after this much more. */
const GRACE_MS = 2_000

/**
 * Threads that read: scans, full text and long lists go here, so that they never hold up the event loop; so does upkeep
 * of the file that takes as long.
 * WAL readers do not block the writer. Threads start when first needed; the queue is bounded, and so is each read.
 */
export class ReadPool {
  readonly #file: string
  readonly #size: number
  readonly #timeoutMs: number
  readonly #slots: Slot[] = []
  readonly #queue: Waiting[] = []
  #nextId = 1
  #closed = false

  constructor(file: string, options: { size?: number; timeoutMs: number }) {
    this.#file = file
    this.#size = options.size ?? 2
    this.#timeoutMs = options.timeoutMs
  }

  /**
   * Rows of a statement. Throws StorageUnavailableError when more than 200 reads wait, or once closed, and
   * QueryTimeoutError when the read takes longer than it may.
   */
  async read(
    sql: string,
    parameters: readonly unknown[],
    form: RowForm = 'objects',
  ): Promise<unknown[]> {
    const reply = await this.#ask({ sql, parameters, form, page: undefined })
    return 'rows' in reply ? reply.rows : []
  }

  /** The rows of a statement as bytes of a file; throws as `read` does. */
  async readPage(sql: string, parameters: readonly unknown[], form: PageForm): Promise<Page> {
    const reply = await this.#ask({ sql, parameters, form: 'arrays', page: form })
    if (!('page' in reply)) throw new TypeError('A reading thread gave rows for a page')
    return reply.page
  }

  /**
   * Copies the write-ahead log back (`copyLogBack`). Throws as `read` does, and StorageUnavailableError while every thread
   * is busy: it is worth no thread of its own, which takes as much memory as a small site.
   */
  async copyLogBack(): Promise<void> {
    if (this.#slots.length > 0 && !this.#slots.some(isFree)) {
      throw new StorageUnavailableError('Every reading thread is busy')
    }
    await this.#ask({ sql: '', parameters: [], form: 'arrays', page: undefined, isUpkeep: true })
  }

  async close(): Promise<void> {
    this.#closed = true
    const closing = new StorageUnavailableError('Closing')
    for (const waiting of this.#queue.splice(0)) waiting.reject(closing)
    for (const slot of this.#slots) clearTimeout(slot.cut)
    await Promise.all(this.#slots.map((slot) => slot.worker.terminate()))
  }

  #ask(asked: Omit<ReadRequest, 'id' | 'timeoutMs'>) {
    if (this.#closed || this.#queue.length >= MAX_QUEUE) {
      return Promise.reject(new StorageUnavailableError('Too many reads wait'))
    }
    const request = { ...asked, id: this.#nextId++, timeoutMs: this.#timeoutMs }
    return new Promise<{ rows: unknown[] } | { page: Page }>((resolve, reject) => {
      this.#queue.push({ request, resolve, reject })
      this.#dispatch()
    })
  }

  #dispatch(): void {
    for (;;) {
      const slot =
        this.#queue.length > 0 ? (this.#slots.find(isFree) ?? this.#further()) : undefined
      const next = slot && this.#queue.shift()
      if (!next) return
      slot.current = next
      slot.cut = setTimeout(() => this.#giveUp(slot), this.#timeoutMs + GRACE_MS)
      slot.worker.ref()
      slot.worker.postMessage(next.request)
    }
  }

  /** A further thread, unless there are soon enough: upkeep is short, so that one read may wait for its end. */
  #further(): Slot | undefined {
    const soonFree = this.#slots.filter(({ current }) => current?.request.isUpkeep).length
    return this.#queue.length > soonFree ? this.#grow() : undefined
  }

  #grow(): Slot | undefined {
    if (this.#closed || this.#slots.length >= this.#size) return undefined
    const slot: Slot = { worker: startWorker(this.#file), current: undefined, cut: undefined }
    slot.worker.unref() // an idle reader does not keep the process alive
    slot.worker.on('message', (reply: ReadReply) => this.#settle(slot, reply))
    slot.worker.on('error', (error) => this.#drop(slot, error))
    slot.worker.on('exit', () => this.#drop(slot, new Error('A reading thread ended')))
    this.#slots.push(slot)
    return slot
  }

  #settle(slot: Slot, reply: ReadReply): void {
    const { current } = slot
    if (reply.id !== current?.request.id) return
    clearTimeout(slot.cut)
    slot.current = undefined
    slot.worker.unref()
    if (!('error' in reply)) current.resolve(reply)
    else if (reply.error.code === 'TIME_IS_OVER') {
      current.reject(new QueryTimeoutError(this.#timeoutMs))
    } else {
      current.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }))
    }
    this.#dispatch()
  }

  /** A thread that is deep in one step of SQLite ends when that step does; until then another takes its place. */
  #giveUp(slot: Slot): void {
    slot.current?.reject(new QueryTimeoutError(this.#timeoutMs))
    this.#drop(slot, new QueryTimeoutError(this.#timeoutMs))
    slot.worker.terminate().catch((error: unknown) => {
      slot.worker.emit('error', error)
    })
  }

  /** A thread that died takes its read with it and is replaced by the next one that is needed. */
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

/** The bundle has the thread's code beside it; from sources it starts through a loader of TypeScript. */
function startWorker(file: string): Worker {
  const bundled = new URL('./read-worker.js', import.meta.url)
  const source = new URL('./read-worker-from-source.js', import.meta.url)
  return new Worker(existsSync(bundled) ? bundled : source, {
    workerData: { file },
    // What a thread makes is sent off at once; more room would only be filled before it is cleaned.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
}
