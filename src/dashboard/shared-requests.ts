/** The requests under way, by name, so that parts of a page that need the same answer send one request. */
const underWay = new Map<
  string,
  { answer: Promise<unknown>; ending: AbortController; users: number }
>()

/**
 * Sends a request, or joins the one of this name that is under way. The request is aborted when everyone who waits for
 * it has left.
 */
export function sharedRequest(name: string, send: (signal: AbortSignal) => Promise<unknown>) {
  let shared = underWay.get(name)
  if (!shared) {
    const ending = new AbortController()
    const answer = send(ending.signal).finally(() => {
      if (underWay.get(name)?.ending === ending) underWay.delete(name)
    })
    shared = { answer, ending, users: 0 }
    underWay.set(name, shared)
  }
  const joined = shared
  joined.users += 1
  return {
    answer: joined.answer,
    leave: () => {
      joined.users -= 1
      if (joined.users > 0 || underWay.get(name) !== joined) return
      underWay.delete(name)
      joined.ending.abort()
    },
  }
}

/**
 * Aborts all requests under way when another person or organization goes on, since the answers would be those of the
 * one before.
 */
export function endRequests(): void {
  const ended = [...underWay.values()]
  underWay.clear()
  for (const { ending } of ended) ending.abort()
}
