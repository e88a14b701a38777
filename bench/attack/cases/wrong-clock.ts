import type { Attack } from '../attack.ts'
import type { AttackAnswer, Target } from '../target.ts'

const PRELOAD = new URL('../wrong-clock.js', import.meta.url)
const WINDOW_SECONDS = 61
const KEY_LIMIT = 120
const COLLECT_LIMIT = 1_200

/** Sets the clock ahead by a day for one request of each kind: no caller is shut out for longer than a minute. */
export async function wrongClock(attack: Attack): Promise<void> {
  const target = await attack.target({
    plan: 'pro',
    env: { NODE_OPTIONS: `--import ${PRELOAD.href}` },
  })
  const asks: [string, number, () => Promise<AttackAnswer>][] = [
    ['with a key', KEY_LIMIT, () => target.get('/api/v1/sites')],
    ['of events', COLLECT_LIMIT, () => target.collect([{ kind: 'impression', url: '/' }])],
  ]
  await attack.during('a day ahead, and back', target, async () => {
    setClock(target)
    for (const [, , ask] of asks) await ask()
    setClock(target)
    for (const [what, limit, ask] of asks) {
      const waits = await retryAfters(ask, limit + 20)
      attack.expect(
        `A clock that is wrong for a moment shuts no caller out for longer than a window: requests ${what}`,
        waits.length > 0 && Math.max(...waits) <= WINDOW_SECONDS,
        `${waits.length} refused, for ${Math.max(0, ...waits)} s at most`,
      )
    }
  })
}

const setClock = ({ server }: Target): void => {
  process.kill(server.pid, 'SIGUSR2')
}

/** Makes `count` requests, and returns the `Retry-After` of those that were refused. */
async function retryAfters(ask: () => Promise<AttackAnswer>, count: number): Promise<number[]> {
  const waits: number[] = []
  for (let i = 0; i < count; i++) {
    const { status, headers } = await ask()
    if (status === 429) waits.push(Number(headers.get('retry-after')))
  }
  return waits
}
