import { monitorEventLoopDelay } from 'node:perf_hooks'

// Preloaded into a measured server (`node --import`): answers the bench over the IPC channel.
// Plain JavaScript, so that no loader runs inside the server.
process.on('message', (question) => {
  if (question === 'cpu') process.send?.({ kind: 'cpu', ...process.cpuUsage() })
  if (question === 'rss') process.send?.({ kind: 'rss', bytes: process.memoryUsage().rss })
  if (question === 'hold') process.send?.({ kind: 'hold', ms: longestHoldMs() })
})
// A server ends when its bench dies.
process.on('disconnect', () => process.exit())
process.channel?.unref()

const RESOLUTION_MS = 1
let delays

/**
 * Returns the longest time since the last question that the event loop did one thing; the first question begins the
 * measurement.
 */
function longestHoldMs() {
  if (!delays) {
    delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delays.enable()
    return 0
  }
  const ms = Math.max(0, delays.max / 1e6 - RESOLUTION_MS)
  delays.reset()
  return ms
}
