import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Given, ListRoute } from '../../examples/client/citable.ts'
import { call } from './request.ts'
import { useData, type Loaded } from './use-data.ts'

interface Rows<R extends ListRoute> extends Loaded<Answer<R>> {
  rows: readonly Answer<R>['data'][number][]
  /** Reads the next rows; undefined where the list has no more. */
  more: (() => void) | undefined
  /** The error of reading the next rows; undefined where they could be read. */
  moreError: unknown
  isReadingMore: boolean
}

/** The pages that follow the first page of a list; `name` is that of the list that they belong to. */
interface Later<A> {
  name: string
  pages: readonly A[]
}

/** Reads the first page of a list, and further pages when they are asked for. */
export function useRows<R extends ListRoute>(route: R | undefined, ...[input]: Given<R>): Rows<R> {
  const name = `${route} ${JSON.stringify(input ?? {})}`
  const given = [input] as unknown as Given<R>
  const first = useData(route, ...given)
  const [state, setState] = useState<Later<Answer<R>>>({ name, pages: [] })
  const [moreError, setMoreError] = useState<unknown>()
  const reading = useRef<AbortController | undefined>(undefined)
  const [isReadingMore, setReading] = useState(false)
  const pages = state.name === name ? state.pages : []
  /** Reads the pages that follow one, until there are as many as wanted. */
  const readOn = async (from: Answer<R>, before: readonly Answer<R>[], count: number) => {
    if (route === undefined) return
    reading.current?.abort()
    const own = (reading.current = new AbortController())
    setReading(true)
    setMoreError(undefined)
    try {
      const read = [...before]
      for (let cursor = cursorOf(from); read.length < count && cursor !== undefined;) {
        // @NOTE the cursor and the signal are added to what the route takes.
        const next = { ...input, query: { ...queryOf(input), cursor }, signal: own.signal }
        const answer = await call(route, ...([next] as unknown as Given<R>))
        read.push(answer)
        cursor = cursorOf(answer)
      }
      if (!own.signal.aborted) setState({ name, pages: read })
    } catch (error) {
      if (!own.signal.aborted) setMoreError(error)
    }
    if (reading.current === own) setReading(false)
  }
  useEffect(() => {
    // A first page that was read again may have moved, so that what follows it is read again as well.
    if (first.answer && pages.length > 0) void readOn(first.answer, [], pages.length)
  }, [first.answer])
  useEffect(() => {
    setReading(false)
    setMoreError(undefined)
    return () => reading.current?.abort()
  }, [name])
  const last = pages.at(-1) ?? first.answer
  return {
    ...first,
    // @NOTE the data of a list is an array of its items.
    rows: [first.answer, ...pages].flatMap(
      (answer) => (answer?.data ?? []) as readonly Answer<R>['data'][number][],
    ),
    more:
      last && cursorOf(last) !== undefined
        ? () => void (isReadingMore || readOn(last, pages, pages.length + 1))
        : undefined,
    moreError,
    isReadingMore,
  }
}

function cursorOf({ meta }: { meta: { nextCursor?: unknown } }): string | undefined {
  return typeof meta.nextCursor === 'string' ? meta.nextCursor : undefined
}

const queryOf = (input: object | undefined): object =>
  input && 'query' in input && typeof input.query === 'object' ? (input.query ?? {}) : {}
