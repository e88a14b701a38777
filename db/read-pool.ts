import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { StorageUnavailableError } from './errors.ts'

export interface ReadRequest {
  id: number
  sql: string
  parameters: readonly unknown[]
}

export type ReadReply =
  | { id: number; rows: unknown[] }
  | { id: number; error: { message: string; code: string | undefined } }

interface Waiting {
  request: ReadRequest
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

interface Slot {
  worker: Worker
  current: Waiting | undefined
}

const MAX_QUEUE = 200

/**
 * Threads that read: scans, full text and long lists go here, so that they never hold up the event loop.
 * WAL readers do not block the writer. Threads start when first needed; the queue is bounded.
 */
export class ReadPool {
  readonly #file: string
  readonly #size: number
  readonly #slots: Slot[] = []
  readonly #queue: Waiting[] = []
  #nextId = 1
  #closed = false

  constructor(file: string, size = 2) {
    this.#file = file
    this.#size = size
  }

  /** Throws StorageUnavailableError when more than 200 reads wait, or once closed. */
  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (this.#closed || this.#queue.length >= MAX_QUEUE) {
      return Promise.reject(new StorageUnavailableError('Too many reads wait'))
    }
    const request = { id: this.#nextId++, sql, parameters }
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject })
      this.#dispatch()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const closing = new StorageUnavailableError('Closing')
    for (const waiting of this.#queue.splice(0)) waiting.reject(closing)
    await Promise.all(this.#slots.map((slot) => slot.worker.terminate()))
  }

  #dispatch(): void {
    const slot = this.#slots.find((candidate) => !candidate.current) ?? this.#grow()
    const next = slot && this.#queue.shift()
    if (!next) return
    slot.current = next
    slot.worker.ref()
    slot.worker.postMessage(next.request)
  }

  #grow(): Slot | undefined {
    if (this.#slots.length >= this.#size) return undefined
    const slot: Slot = { worker: startWorker(this.#file), current: undefined }
    slot.worker.unref() // an idle reader does not keep the process alive
    slot.worker.on('message', (reply: ReadReply) => this.#settle(slot, reply))
    slot.worker.on('error', (error) => this.#drop(slot, error))
    slot.worker.on('exit', () => this.#drop(slot, new Error('A reading thread ended')))
    this.#slots.push(slot)
    return slot
  }

  #settle(slot: Slot, reply: ReadReply): void {
    const { current } = slot
    slot.current = undefined
    slot.worker.unref()
    if (current && 'rows' in reply) current.resolve(reply.rows)
    else if (current && 'error' in reply) {
      current.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }))
    }
    this.#dispatch()
  }

  /** A thread that died takes its read with it and is replaced by the next one that is needed. */
  #drop(slot: Slot, cause: Error): void {
    const index = this.#slots.indexOf(slot)
    if (index < 0) return
    this.#slots.splice(index, 1)
    slot.current?.reject(new StorageUnavailableError('The read was cut off', { cause }))
    if (!this.#closed) this.#dispatch()
  }
}

/** The bundle has the thread's code beside it; from sources it starts through a loader of TypeScript. */
function startWorker(file: string): Worker {
  const bundled = new URL('./read-worker.js', import.meta.url)
  const source = new URL('./read-worker-from-source.js', import.meta.url)
  return new Worker(existsSync(bundled) ? bundled : source, { workerData: { file } })
}
