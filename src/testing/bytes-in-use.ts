import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Measures the heap once everything that could be let go is gone. */
export function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  // @NOTE the flag makes it, and no type knows it.
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
