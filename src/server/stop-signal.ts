/**
 * The milliseconds within which signals count as one: a terminal, npm and a supervisor may all pass on the same
 * request to stop.
 */
const TOGETHER_MS = 1_000

/** The exit code after SIGINT: 128 and the signal's number, as shells have it. */
const INTERRUPTED = 130

/** A request to stop this process, for code that waits for the request and for work that is cut short by it. */
export interface StopRequest {
  asked: Promise<NodeJS.Signals>
  /** The signal that is aborted when the request comes, with an error of its own. */
  signal: AbortSignal
}

/**
 * Waits for the first signal that asks this process to stop. Further signals change nothing while it stops, except that
 * Ctrl-C pressed once more later, by a person who will not wait, ends the process at once.
 */
export function listenForStop(): StopRequest {
  const stop = new AbortController()
  const asked = new Promise<NodeJS.Signals>((resolve) => {
    let askedAtMs: number | undefined
    const hear = (signal: NodeJS.Signals): void => {
      const nowMs = performance.now()
      askedAtMs ??= nowMs
      if (signal === 'SIGINT' && nowMs - askedAtMs > TOGETHER_MS) process.exit(INTERRUPTED)
      stop.abort(new Error(`Asked to stop by ${signal}`))
      resolve(signal)
    }
    process.on('SIGTERM', hear)
    process.on('SIGINT', hear)
  })
  return { asked, signal: stop.signal }
}
