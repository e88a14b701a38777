/**
 * Calls a function for each item, in the order of the items and for a few of them at a time. After an error no new item
 * is taken, and the error is thrown once all calls under way have ended. Items are taken one by one as there is room
 * for them, where a limiter would take all at once.
 */
export async function forEachConcurrent<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  let isOver = false
  const worker = async () => {
    for (let next = rest.next(); !next.done && !isOver; next = rest.next()) {
      try {
        await work(next.value)
      } catch (error) {
        isOver = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
