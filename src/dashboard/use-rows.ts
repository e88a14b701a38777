import { useEffect, useState } from 'preact/hooks'
import type { Answer, Given, ListRoute } from '../../examples/client/citable.ts'
import { call } from './request.ts'
import { useData, type Loaded } from './use-data.ts'

interface Rows<R extends ListRoute> extends Loaded<Answer<R>> {
  rows: readonly Answer<R>['data'][number][]
  /** Reads the next ones; undefined where there are none. */
  more: (() => void) | undefined
  /** Why the next ones could not be read. */
  moreError: unknown
  isReadingMore: boolean
}

/** Reads a list: what one page of it holds, and more when it is asked for. */
export function useRows<R extends ListRoute>(route: R | undefined, ...[input]: Given<R>): Rows<R> {
  const given = [input] as unknown as Given<R>
  const first = useData(route, ...given)
  const [later, setLater] = useState<readonly Answer<R>[]>([])
  const [moreError, setMoreError] = useState<unknown>()
  const [isReadingMore, setReading] = useState(false)
  useEffect(() => setLater([]), [first.answer])
  const cursor = (later.at(-1) ?? first.answer)?.meta.nextCursor
  const readMore = async (): Promise<void> => {
    if (route === undefined || isReadingMore) return
    setReading(true)
    setMoreError(undefined)
    try {
      // @NOTE the cursor is added to what the route takes.
      const next = [{ ...input, query: { ...queryOf(input), cursor } }] as unknown as Given<R>
      const answer = await call(route, ...next)
      setLater((before) => [...before, answer])
    } catch (error) {
      setMoreError(error)
    }
    setReading(false)
  }
  return {
    ...first,
    // @NOTE the data of a list is an array of its items.
    rows: [first.answer, ...later].flatMap(
      (answer) => (answer?.data ?? []) as readonly Answer<R>['data'][number][],
    ),
    more: typeof cursor === 'string' ? () => void readMore() : undefined,
    moreError,
    isReadingMore,
  }
}

const queryOf = (input: object | undefined): object =>
  input && 'query' in input && typeof input.query === 'object' ? (input.query ?? {}) : {}
