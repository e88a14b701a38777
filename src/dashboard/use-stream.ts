import { useEffect, useState } from 'preact/hooks'
import {
  CitableError,
  type EventData,
  type EventRoute,
  type Given,
} from '../../examples/client/citable.ts'
import { currentClient } from './client.ts'
import { isMended } from './request.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

interface Watched<E> {
  latest: E | undefined
  /** True while the connection is broken and is tried again. */
  isBroken: boolean
  /** The error by which the server has refused the stream, so that it is no longer followed. */
  error: unknown
}

/**
 * Follows the events of a route until one of them is the last; without a route it follows nothing. After a break it
 * connects again. While the page is hidden it holds no connection, since a browser has six for all its windows.
 */
export function useStream<R extends EventRoute>(
  route: R | undefined,
  input: Given<R>[0],
  isLast: (event: EventData<R>) => boolean,
): Watched<EventData<R>> {
  const name = JSON.stringify([route, input])
  const [state, setState] = useState<Watched<EventData<R>> & { name: string }>(nothingOf(name))
  useEffect(() => {
    if (route === undefined) return undefined
    let following = new AbortController()
    let isOver = false
    const ownOf = (before: typeof state): typeof state =>
      before.name === name ? before : nothingOf(name)
    const follow = async (signal: AbortSignal): Promise<void> => {
      for (let waitMs = FIRST_WAIT_MS; !signal.aborted && !isOver;) {
        try {
          // @NOTE the signal is added to what the route takes.
          const given = [{ ...input, signal }] as unknown as Given<R>
          for await (const latest of currentClient().events(route, ...given)) {
            waitMs = FIRST_WAIT_MS
            isOver = isLast(latest)
            setState({ name, latest, isBroken: false, error: undefined })
          }
        } catch (error) {
          // The person is asked to sign in first where the session has ended. After any other break the page tries
          // again, and says so.
          if (!(await isMended(error)) && isRefusal(error) && !signal.aborted) {
            setState((before) => ({ ...ownOf(before), isBroken: false, error }))
            return
          }
        }
        if (signal.aborted || isOver) return
        setState((before) => ({ ...ownOf(before), isBroken: true }))
        await pause(waitMs, signal)
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      }
    }
    const resume = (): void => {
      following.abort()
      following = new AbortController()
      if (!document.hidden && !isOver) void follow(following.signal)
    }
    document.addEventListener('visibilitychange', resume)
    resume()
    return () => {
      document.removeEventListener('visibilitychange', resume)
      following.abort()
    }
  }, [name])
  return state.name === name ? state : nothingOf<EventData<R>>(name)
}

const nothingOf = <E>(name: string): Watched<E> & { name: string } => ({
  name,
  latest: undefined,
  isBroken: false,
  error: undefined,
})

const TOO_OFTEN = 429

/**
 * True for an error by which the server refuses the request, however often it is sent. It is false for 429, after which
 * the page tries again.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof CitableError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== TOO_OFTEN

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
