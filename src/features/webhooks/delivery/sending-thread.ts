import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { OutgoingDelivery, DeliveryAttempt } from '../../../kernel/ports/webhook-sender.ts'

/** A delivery that the thread is to send; the thread gets lists of these. */
export interface SendOrder {
  id: number
  delivery: Omit<OutgoingDelivery, 'signal'>
}

/** The outcome of one order: an attempt, or why there is no attempt. The thread sends lists of these. */
export type SendReply = { id: number } & (
  { attempt: DeliveryAttempt } | { isCancelled: true } | { error: Error }
)

/** Data that the thread gets when it starts. */
export interface SendThreadData {
  /** The value of the setting ALLOW_PRIVATE_NETWORKS. */
  allowPrivateNetworks: string
}

interface Listener {
  replied(replies: readonly SendReply[]): void
  ended(error: Error): void
}

/** A thread that sends deliveries. It keeps the process alive only while some caller waits for it. */
export class SendingThread {
  readonly #worker: Worker
  #isEnding = false

  constructor(data: SendThreadData, listener: Listener, worker: URL = ownWorker()) {
    this.#worker = new Worker(worker, {
      workerData: data,
      // The memory of a request can be freed once it is answered, so these bounds suffice.
      resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 128 },
    })
    this.#worker.unref()
    this.#worker.on('message', (replies: SendReply[]) => listener.replied(replies))
    this.#worker.on('error', (error) => listener.ended(error))
    this.#worker.on('exit', () => listener.ended(new Error('The thread that sends has ended')))
  }

  order(orders: readonly SendOrder[]): void {
    this.#worker.postMessage(orders)
  }

  /** Lets the thread begin no more requests; those that run go on. */
  close(): void {
    this.#worker.postMessage('close')
  }

  work(): void {
    this.#worker.ref()
  }

  /** Lets the process end although the thread runs, while no caller waits for an outcome. */
  rest(): void {
    if (!this.#isEnding) this.#worker.unref()
  }

  async terminate(): Promise<void> {
    this.#isEnding = true
    await this.#worker.terminate()
  }
}

/**
 * Returns the script of the thread. It is in the bundle next to this code; from sources it starts through a loader of
 * TypeScript.
 */
function ownWorker(): URL {
  const bundled = new URL('./send-worker.js', import.meta.url)
  const source = new URL('./send-worker-from-source.js', import.meta.url)
  return existsSync(bundled) ? bundled : source
}
