import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../../lib/time/clock.ts'
import { parseAllowedNetworks } from '../../../net/address-policy.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import { GuardedClient } from '../../../net/guarded-client.ts'
import { receiverPolicy } from '../../../net/receiver-policy.ts'
import { GuardedSender } from './guarded-sender.ts'
import type { SendOrder, SendReply, SendThreadData } from './sending-thread.ts'

/**
 * Serves as the sending thread: signs and sends the deliveries that messages bring, and replies in groups with the
 * outcomes.
 */
function serve({ allowPrivateNetworks }: SendThreadData): void {
  const policy = receiverPolicy(parseAllowedNetworks(allowPrivateNetworks))
  const client = new GuardedClient({ policy, connectionsPerOrigin: 64 })
  const sender = new GuardedSender({ client: async () => client, now: systemClock })
  let replies: SendReply[] = []
  const reply = (one: SendReply): void => {
    // Answers that come in the same turn of the event loop go together.
    if (replies.push(one) > 1) return
    setImmediate(() => {
      parentPort?.postMessage(replies)
      replies = []
    })
  }
  parentPort?.on('message', (orders: readonly SendOrder[] | 'close') => {
    if (orders === 'close') return sender.close()
    for (const { id, delivery } of orders) {
      sender.send(delivery).then(
        (attempt) => reply({ id, attempt }),
        (error: unknown) => reply({ id, ...failureOf(error) }),
      )
    }
  })
}

/**
 * Returns an error in the form in which it crosses threads. The code of an error is lost on the way, so a cancelled
 * request is marked.
 */
function failureOf(error: unknown): { isCancelled: true } | { error: Error } {
  if (error instanceof FetchError && error.code === 'CANCELLED') return { isCancelled: true }
  return { error: error instanceof Error ? error : new Error(String(error)) }
}

// @NOTE workerData is untyped; SendingThread is the only one that starts this thread.
serve(workerData as SendThreadData)
