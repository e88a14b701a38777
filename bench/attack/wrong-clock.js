// Sets the clock of a process wrong, and right again, at each SIGUSR2; preloaded.
const AHEAD_MS = 86_400_000
const rightClock = Date.now
let aheadMs = 0
Date.now = () => rightClock() + aheadMs
process.on('SIGUSR2', () => {
  aheadMs = AHEAD_MS - aheadMs
})
