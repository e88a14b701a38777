/**
 * Runs `work` for each item in order, `concurrency` at a time. After an error no item is started, and running work
 * ends before the error is thrown.
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
