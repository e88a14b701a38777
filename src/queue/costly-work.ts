import { ServiceError } from '../kernel/door/errors.ts'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'

/** Makes the queue of costly work: a few pieces run at a time, and a few wait; more are refused with UNAVAILABLE. */
export function costlyWork(limits: { concurrency: number; maxWaiting: number }): KeyedQueue {
  const { concurrency, maxWaiting } = limits
  return new KeyedQueue({ concurrency, waiting: { ofAll: maxWaiting, refuse } })
}

const refuse = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Too much work of this kind waits; try again shortly', {
    retryAfterSeconds: 2,
  })
