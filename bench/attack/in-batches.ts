/** Asks `count` times in batches of `atOnce`, each batch when the one before is answered. */
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
