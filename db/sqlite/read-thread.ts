import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { ExportPage, ExportPageOptions } from '../export/export-format.ts'
import type { RowShape } from './reader.ts'

export interface ReadRequest {
  id: number
  sql: string
  parameters: readonly unknown[]
  form: RowShape
  timeoutMs: number
  /** The form of a file whose bytes the rows become; undefined where the rows themselves are the result. */
  page: ExportPageOptions | undefined
  /** True for a checkpoint of the log in place of a read. */
  isCheckpoint?: boolean
}

export type ReadResult = { rows: unknown[] } | { page: ExportPage }

export type ReadReply =
  | ({ id: number } & ReadResult)
  | { id: number; error: { message: string; code: string | undefined } }

/** The data that a reading thread gets when it starts. */
export interface ReadThreadData {
  file: string
  /** Shared memory with one number: the id of the request whose result no caller waits for any more. */
  unwanted: Int32Array
}

/** A reading thread, which serves one request after the other; each can be ended from outside. */
export class ReadThread {
  readonly #worker: Worker
  readonly #unwanted: Int32Array
  #isEnding = false

  constructor(file: string, listener: ReadThreadListener, worker: URL = ownWorker()) {
    this.#unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    this.#worker = startWorker(worker, { file, unwanted: this.#unwanted })
    this.#worker.unref() // an idle reader does not keep the process alive
    this.#worker.on('message', (reply: ReadReply) => listener.replied(reply))
    this.#worker.on('error', (error) => listener.failed(error))
    this.#worker.on('exit', () => listener.ended())
  }

  send(request: ReadRequest): void {
    this.#worker.ref()
    this.#worker.postMessage(request)
  }

  /** Ends a request at the next row where it checks its time; its reply then says so. */
  interrupt(id: number): void {
    Atomics.store(this.#unwanted, 0, id)
  }

  /**
   * Lets the process end while the thread is idle. A thread whose end is awaited keeps the process alive, though its
   * last reply comes late.
   */
  rest(): void {
    if (!this.#isEnding) this.#worker.unref()
  }

  async terminate(): Promise<void> {
    this.#isEnding = true
    await this.#worker.terminate()
  }

  /** Ends the thread without waiting, as soon as its current step of SQLite is done. */
  abandon(): void {
    this.terminate().catch((error: unknown) => this.#worker.emit('error', error))
  }
}

export interface ReadThreadListener {
  replied(reply: ReadReply): void
  failed(error: Error): void
  ended(): void
}

/**
 * Returns the address of the thread's script: in the bundle it is in the folder of this file; from sources it starts
 * through a loader of TypeScript.
 */
function ownWorker(): URL {
  const bundled = new URL('./read-worker.js', import.meta.url)
  const source = new URL('./read-worker-from-source.js', import.meta.url)
  return existsSync(bundled) ? bundled : source
}

function startWorker(file: URL, workerData: ReadThreadData): Worker {
  return new Worker(file, {
    workerData,
    // Rows are sent off at once; a larger young generation would only fill up before it is collected.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
}
