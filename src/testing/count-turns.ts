/** Counts the turns of the event loop while something is done, which is how often other work was let in. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    if (isOver) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  try {
    return { result: await work(), turns }
  } finally {
    isOver = true
  }
}
