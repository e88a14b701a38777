import type {
  DeliveryAttempt,
  OutgoingDelivery,
  WebhookSender,
} from '../../../kernel/ports/webhook-sender.ts'
import { cancelledRequest } from '../../../net/fetch-error.ts'
import {
  SendingThread,
  type SendOrder,
  type SendReply,
  type SendThreadData,
} from './sending-thread.ts'

interface Waiting {
  resolve: (attempt: DeliveryAttempt) => void
  reject: (error: unknown) => void
}

/**
 * Sends deliveries from a thread of its own, so that signing and HTTP take no time from callers who wait for answers of
 * the service. The thread starts with the first delivery. Where it ends by itself, the deliveries that it was sending
 * reject, and the next delivery starts another thread.
 */
export class ThreadedSender implements WebhookSender, AsyncDisposable {
  readonly #data: SendThreadData
  readonly #worker: URL | undefined
  readonly #waiting = new Map<number, Waiting>()
  #thread: SendingThread | undefined
  #orders: SendOrder[] = []
  #lastId = 0
  #isClosed = false

  /** Takes the script of the thread as `worker`; by default that is the one in the folder of this code. */
  constructor(data: SendThreadData, worker?: URL) {
    this.#data = data
    this.#worker = worker
  }

  send({ signal, ...delivery }: OutgoingDelivery): Promise<DeliveryAttempt> {
    if (this.#isClosed || signal?.aborted === true) return Promise.reject(cancelledRequest())
    this.#lastId += 1
    const id = this.#lastId
    const attempt = new Promise<DeliveryAttempt>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
    this.#order({ id, delivery })
    if (!signal) return attempt
    // The thread gets no message: its own time limit, or the end of the process, ends the request.
    const cancel = (): void => this.#take(id)?.reject(cancelledRequest())
    signal.addEventListener('abort', cancel, { once: true })
    return attempt.finally(() => signal.removeEventListener('abort', cancel))
  }

  close(): void {
    this.#isClosed = true
    this.#thread?.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#thread?.terminate()
  }

  /** Sends an order to the thread, together with all other orders of the same turn of the event loop. */
  #order(order: SendOrder): void {
    if (this.#orders.push(order) > 1) return
    queueMicrotask(() => {
      const orders = this.#orders
      this.#orders = []
      this.#thread ??= this.#start()
      this.#thread.work()
      this.#thread.order(orders)
    })
  }

  #start(): SendingThread {
    const listener = {
      replied: (replies: readonly SendReply[]) => this.#answer(replies),
      ended: (error: Error) => {
        if (this.#thread === thread) this.#lose(error)
      },
    }
    const thread = new SendingThread(this.#data, listener, this.#worker)
    return thread
  }

  #answer(replies: readonly SendReply[]): void {
    for (const reply of replies) {
      const waiting = this.#take(reply.id)
      if ('attempt' in reply) waiting?.resolve(reply.attempt)
      else waiting?.reject('error' in reply ? reply.error : cancelledRequest())
    }
    if (this.#waiting.size === 0) this.#thread?.rest()
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #lose(error: Error): void {
    this.#thread = undefined
    const reason = this.#isClosed ? cancelledRequest() : error
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }
}
