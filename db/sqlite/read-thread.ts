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
  /** Wanted where rows become the bytes of a file. */
  page: ExportPageOptions | undefined
  /** Asks for the log to be copied back instead, which is as long work as reading. */
  isCheckpoint?: boolean
}

export type ReadResult = { rows: unknown[] } | { page: ExportPage }

export type ReadReply =
  | ({ id: number } & ReadResult)
  | { id: number; error: { message: string; code: string | undefined } }

/** What a thread is told when it starts. */
export interface ReadThreadData {
  file: string
  /** One number: the id of a request that nobody waits for any more. */
  unwanted: Int32Array
}

/** One reading thread. It reads one request after the other, and each can be ended from outside. */
export class ReadThread {
  readonly #worker: Worker
  readonly #unwanted: Int32Array

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

  /** Makes a request end at the next row where it looks at its time; its reply says so. */
  interrupt(id: number): void {
    Atomics.store(this.#unwanted, 0, id)
  }

  rest(): void {
    this.#worker.unref()
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  /** As `terminate`, without waiting: a thread that is deep in one step of SQLite ends when that step does. */
  abandon(): void {
    this.terminate().catch((error: unknown) => this.#worker.emit('error', error))
  }
}

export interface ReadThreadListener {
  replied(reply: ReadReply): void
  failed(error: Error): void
  ended(): void
}

/** The bundle has the thread's code beside it; from sources it starts through a loader of TypeScript. */
function ownWorker(): URL {
  const bundled = new URL('./read-worker.js', import.meta.url)
  const source = new URL('./read-worker-from-source.js', import.meta.url)
  return existsSync(bundled) ? bundled : source
}

function startWorker(file: URL, workerData: ReadThreadData): Worker {
  return new Worker(file, {
    workerData,
    // What a thread makes is sent off at once; more room would only be filled before it is cleaned.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
}
