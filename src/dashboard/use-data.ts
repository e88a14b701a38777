import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Given, JsonRoute } from '../../examples/client/citable.ts'
import { call } from './request.ts'

/** What is known of an answer: an older one stands until the new one comes. */
export interface Loaded<A> {
  answer: A | undefined
  error: unknown
  isLoading: boolean
  reload: () => void
}

/** The last answers by what was asked, so that a page that is come back to stands at once. */
const answers = new Map<string, unknown>()
const MAX_ANSWERS = 60

/** Forgets what was read, as when another person or organization goes on. */
export const forgetAnswers = (): void => answers.clear()

/**
 * Reads a route when the page opens, and again when what is asked changes; undefined asks nothing. What is still under way
 * ends when the page is left.
 */
export function useData<R extends JsonRoute>(
  route: R | undefined,
  ...[input]: Given<R>
): Loaded<Answer<R>> {
  const name = route === undefined ? '' : `${route} ${JSON.stringify(input ?? {})}`
  // @NOTE an answer is kept under its route and input.
  const known = answers.get(name) as Answer<R> | undefined
  const [state, setState] = useState<{ name: string; answer?: Answer<R>; error?: unknown }>({
    name,
  })
  const [turn, setTurn] = useState(0)
  const asked = useRef(input)
  asked.current = input
  useEffect(() => {
    if (route === undefined) return undefined
    const ending = new AbortController()
    const load = async (): Promise<void> => {
      try {
        // @NOTE the signal is added to what the route takes.
        const given = [{ ...asked.current, signal: ending.signal }] as unknown as Given<R>
        const answer = await call(route, ...given)
        keep(name, answer)
        if (!ending.signal.aborted) setState({ name, answer })
      } catch (error) {
        if (!ending.signal.aborted) setState({ name, error })
      }
    }
    void load()
    return () => ending.abort()
  }, [name, turn])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const isCurrent = state.name === name
  const answer = (isCurrent ? state.answer : undefined) ?? known
  const error = isCurrent ? state.error : undefined
  return { answer, error, isLoading: route !== undefined && !answer && error === undefined, reload }
}

function keep(name: string, answer: unknown): void {
  answers.delete(name)
  answers.set(name, answer)
  const [oldest] = answers.keys()
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
}
