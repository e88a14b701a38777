import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Given, JsonRoute } from '../../examples/client/citable.ts'
import { isFresh, keepAnswer, knownAnswer } from './answers.ts'
import { call } from './request.ts'
import { sharedRequest } from './shared-requests.ts'

/** An answer while it is read: an older answer stays until the new one comes. */
export interface Loaded<A> {
  answer: A | undefined
  error: unknown
  isLoading: boolean
  reload: () => void
}

/**
 * Reads a route when the page opens, and again when its input changes; without a route it reads nothing. A request
 * under way ends when the page is left.
 */
export function useData<R extends JsonRoute>(
  route: R | undefined,
  ...[input]: Given<R>
): Loaded<Answer<R>> {
  const name = route === undefined ? '' : `${route} ${JSON.stringify(input ?? {})}`
  // @NOTE an answer is kept under its route and input.
  const known = knownAnswer(name) as Answer<R> | undefined
  const [state, setState] = useState<{ name: string; answer?: Answer<R>; error?: unknown }>({
    name,
  })
  const [turn, setTurn] = useState(0)
  const asked = useRef(input)
  asked.current = input
  useEffect(() => {
    if (route === undefined || (turn === 0 && isFresh(name))) return undefined
    let isLeft = false
    const request = sharedRequest(name, async (signal) => {
      // @NOTE the signal is added to what the route takes.
      const given = [{ ...asked.current, signal }] as unknown as Given<R>
      const answer = await call(route, ...given)
      keepAnswer(name, answer)
      return answer
    })
    const load = async (): Promise<void> => {
      try {
        // @NOTE the request is known by its route and input.
        const answer = (await request.answer) as Answer<R>
        if (!isLeft) setState({ name, answer })
      } catch (error) {
        if (!isLeft) setState({ name, error })
      }
    }
    void load()
    return () => {
      isLeft = true
      request.leave()
    }
  }, [name, turn])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const isCurrent = state.name === name
  const answer = (isCurrent ? state.answer : undefined) ?? known
  const error = isCurrent ? state.error : undefined
  return { answer, error, isLoading: route !== undefined && !answer && error === undefined, reload }
}
