/** A terminal, npm and a supervisor may all pass on one wish to stop: what comes this soon is the same one. */
const TOGETHER_MS = 1_000

/** 128 and the signal's number, as shells say it. */
const INTERRUPTED = 130

/** A request to stop this process, for who waits for it and for what is cut short by it. */
export interface StopRequest {
  asked: Promise<NodeJS.Signals>
  /** Aborted at the same time, with an error of its own. */
  signal: AbortSignal
}

/**
 * Hears the first signal that asks this process to stop. Further ones change nothing while it stops, but for Ctrl-C
 * pressed once more later, by a person who will not wait.
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
