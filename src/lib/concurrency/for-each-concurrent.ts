/**
 * Does something with each item, a few at a time, in their order. An error is thrown after all work under way has
 * ended, and after an error no new work begins. Items are taken as there is room for them, where a limiter would take
 * all at once.
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
