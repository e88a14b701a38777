import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { WebhookEvent } from '../../features/webhooks/webhook-event.ts'
import { CliError } from '../cli-error.ts'
import { refusedBy, unreachable } from './api-error.ts'

const MAX_EVENT_CHARS = 1_000_000

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
/**
 * Milliseconds without a word after which a connection counts as lost; the server sends something every fifteen
 * seconds.
 */
const SILENCE_MS = 45_000

interface Followed {
  /** The address of the stream, with its query. */
  address: URL
  token: string
  stop: AbortSignal
  /** Is called when the server is reached, and when it is lost. */
  tell: (state: 'connected' | 'away') => void
}

/**
 * Yields each event of the server as it happens, until `stop` is aborted. A connection that breaks is opened again, and
 * continues after the last event. Throws CliError where the server refuses, or cannot be reached at the start.
 */
export async function* followServer(
  followed: Followed,
): AsyncGenerator<z.output<typeof WebhookEvent>> {
  const { stop, tell } = followed
  let place: string | undefined
  let isConnected = false
  let waitMs = FIRST_WAIT_MS
  while (!stop.aborted) {
    try {
      for await (const { id, data } of connect(followed, place)) {
        if (!isConnected) tell('connected')
        isConnected = true
        waitMs = FIRST_WAIT_MS
        place = id
        if (data !== undefined) yield WebhookEvent.parse(data)
      }
    } catch (error) {
      if (stop.aborted) return
      if (error instanceof CliError) throw error
      if (place === undefined) throw unreachable(followed.address, error)
    }
    if (isConnected) tell('away')
    isConnected = false
    await Promise.allSettled([delay(waitMs, undefined, { signal: stop })])
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

/**
 * Opens the stream once, after the event with the id `place`, and yields what it sends. Throws CliError for a refusal
 * that will not change by itself.
 */
async function* connect(
  { address, token, stop }: Followed,
  place: string | undefined,
): AsyncGenerator<ReceivedEvent> {
  const silence = new AbortController()
  const fallSilent = (): void => silence.abort(new Error('The server says nothing'))
  const timer = setTimeout(fallSilent, SILENCE_MS)
  try {
    const response = await fetch(address, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(place !== undefined && { 'last-event-id': place }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([stop, silence.signal]),
    })
    const isBusy = response.status === 429 || response.status >= 500
    if (isBusy && place !== undefined) throw new Error(`The server answered ${response.status}`)
    if (response.status !== 200) throw await refusedBy(address, response)
    if (response.body) yield* readStream(response.body, () => timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}

/** A server-sent event; one without data has its id alone. */
interface ReceivedEvent {
  id: string
  data: unknown
}

/**
 * Reads server-sent events from a body. It calls `heard` for every chunk that comes, so that the caller notices
 * silence.
 */
async function* readStream(
  body: AsyncIterable<Uint8Array>,
  heard: () => void,
): AsyncGenerator<ReceivedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    heard()
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > MAX_EVENT_CHARS) throw new Error('The server sends no events')
    for (const block of blocks) {
      const id = /^id: (.+)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (id !== undefined) yield { id, data: data === undefined ? undefined : JSON.parse(data) }
    }
  }
}
