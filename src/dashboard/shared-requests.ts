/** Requests under way, so that parts of a page that ask the same ask once. */
const underWay = new Map<
  string,
  { answer: Promise<unknown>; ending: AbortController; users: number }
>()

/** Sends a request, or joins the one that is under way; it ends when all that wait for it have left. */
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

/** Ends what is under way, as when another person or organization goes on: its answer would be of the one before. */
export function endRequests(): void {
  const ended = [...underWay.values()]
  underWay.clear()
  for (const { ending } of ended) ending.abort()
}
