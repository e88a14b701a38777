/** Asks so many times, some at once, the next when all of those are answered. */
export async function inBatches<T>(
  count: number,
  atOnce: number,
  ask: (index: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (let from = 0; from < count; from += atOnce) {
    const several = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => ask(from + i))
    answers.push(...(await Promise.all(several)))
  }
  return answers
}
