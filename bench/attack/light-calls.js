// A light caller in a process of its own: `/healthz` every 5 ms, a short list with a key every 40 ms.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 120_000

let target
let loops = Promise.resolve()

process.on('message', (message) => {
  if (message === 'end') {
    target.isStopped = true
    loops.then(
      () => process.send(figures(target)),
      (error) => {
        throw error
      },
    )
    return
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  target = { ...message, agent, isStopped: false, health: [], list: [] }
  loops = Promise.all([
    repeat(target, target.health, { path: '/healthz', everyMs: 5 }),
    repeat(target, target.list, { path: '/api/v1/sites', everyMs: 40 }),
  ])
  process.send('begun')
})
// The light caller ends when the attack dies.
process.on('disconnect', () => process.exit())

function figures({ agent, health, list }) {
  agent.destroy()
  const all = [...health, ...list].toSorted((a, b) => a - b)
  return {
    calls: all.length,
    healthWorstMs: health.reduce((worst, ms) => Math.max(worst, ms), 0),
    p99Ms: all[Math.max(0, Math.ceil(all.length * 0.99) - 1)] ?? 0,
    worstMs: all.at(-1) ?? 0,
  }
}

/**
 * Makes one call at a time. Where a call waits, those that were due in the meantime would have waited too, each for the
 * rest of the time: they count as well, so that a stall does not hide behind the call that met it.
 */
async function repeat(caller, times, { path, everyMs }) {
  while (!caller.isStopped) {
    const begun = performance.now()
    await call(caller, path)
    const took = performance.now() - begun
    for (let waited = took; waited > 0; waited -= everyMs) times.push(waited)
    const left = everyMs - took
    if (left > 0) await sleep(left)
  }
}

function call({ agent, port, key }, path) {
  return new Promise((resolve, reject) => {
    const request = get(
      { agent, port, path, headers: { authorization: `Bearer ${key}` }, timeout: TIMEOUT_MS },
      (response) => {
        response.resume()
        response.once('end', resolve)
      },
    )
    request.once('timeout', () => request.destroy(new Error(`${path} did not answer`)))
    request.once('error', (error) => {
      // A kept connection may end as it is taken up; a server that is gone is a finding.
      if (error.code === 'ECONNRESET' && request.reusedSocket) resolve()
      else reject(error)
    })
  })
}
