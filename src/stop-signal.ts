/** A terminal, npm and a supervisor may all pass on one wish to stop: what comes this soon is the same one. */
const TOGETHER_MS = 1_000

/** 128 and the signal's number, as shells say it. */
const INTERRUPTED = 130

/**
 * Resolves with the first signal that asks this process to stop. Further ones change nothing while it stops, but for
 * Ctrl-C pressed once more later, by a person who will not wait.
 */
export function untilAskedToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAtMs: number | undefined
    const hear = (signal: NodeJS.Signals): void => {
      const nowMs = performance.now()
      askedAtMs ??= nowMs
      if (signal === 'SIGINT' && nowMs - askedAtMs > TOGETHER_MS) process.exit(INTERRUPTED)
      resolve(signal)
    }
    process.on('SIGTERM', hear)
    process.on('SIGINT', hear)
  })
}
