import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { KeyedQueue, type KeyedQueueLimits } from './keyed-queue.ts'

/** Work that goes on until the test ends it. */
class PendingWork {
  readonly begun: string[] = []
  readonly #ends = new Map<string, () => void>()

  run(name: string): Promise<void> {
    this.begun.push(name)
    return new Promise((resolve) => this.#ends.set(name, resolve))
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.()
    await new Promise(setImmediate)
  }
}

/** A queue with work that is named by its key and a number, such as `a1`, and ends when the test says so. */
class Trial {
  readonly queue: KeyedQueue
  readonly works = new PendingWork()
  readonly failed: string[] = []

  constructor(limits: KeyedQueueLimits) {
    this.queue = new KeyedQueue(limits)
  }

  readonly ask = async (name: string, signal?: AbortSignal): Promise<void> => {
    const turn = { key: name.slice(0, 1), ...(signal && { untilLeft: () => signal }) }
    try {
      await this.queue.run(() => this.works.run(name), turn)
    } catch (error) {
      this.failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  askAll(names: string): Promise<void[]> {
    return Promise.all(names.split(' ').map((name) => this.ask(name)))
  }

  get begun(): string {
    return this.works.begun.join(' ')
  }

  /** Ends what runs, one piece after the other, until nothing runs. */
  async finish(): Promise<void> {
    for (const name of this.works.begun) await this.works.end(name)
  }
}

const full = (of: 'key' | 'all') => new Error(`full of ${of}`)

it('runs as many as it may, and the rest in the order in which they came', async () => {
  const { queue, works } = new Trial({ concurrency: 2 })
  const results = Promise.all(
    ['1', '2', '3', '4'].map((name) =>
      queue.run(async () => {
        await works.run(name)
        return name
      }),
    ),
  )
  expect(works.begun).toEqual(['1', '2'])
  expect([queue.running, queue.waiting, queue.waitingOf(undefined)]).toEqual([2, 2, 2])
  await works.end('2')
  expect(works.begun).toEqual(['1', '2', '3'])
  for (const name of ['1', '3', '4']) await works.end(name)
  expect(await results).toEqual(['1', '2', '3', '4'])
})

it('begins within the call what it has room for, with a place as with work', () => {
  const queue = new KeyedQueue({ concurrency: 1 })
  const place = queue.begin()
  expect(place).not.toBeInstanceOf(Promise)
  expect(queue.begin()).toBeInstanceOf(Promise)
})

it('goes on after work that throws, at once or later, which its caller hears of', async () => {
  const queue = new KeyedQueue({ concurrency: 1 })
  const failing = queue.run(() => Promise.reject(new Error('no')))
  const throwing = queue.run(() => {
    throw new Error('at once')
  })
  const next = queue.run(() => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('no')
  await expect(throwing).rejects.toThrow('at once')
  expect(await next).toBe('next')
})

it('lets so many run of a key, the others in their order, and keeps no other key waiting', async () => {
  const trial = new Trial({ concurrencyOfKey: 2 })
  const { works } = trial
  const all = trial.askAll('a1 a2 a3 a4 b1')
  expect(trial.begun).toBe('a1 a2 b1')
  await works.end('a2')
  expect(trial.begun).toBe('a1 a2 b1 a3')
  await trial.finish()
  await all
  expect(trial.begun).toBe('a1 a2 b1 a3 a4')
  const last = trial.ask('a5')
  expect(trial.begun).toBe('a1 a2 b1 a3 a4 a5')
  await trial.finish()
  await last
})

it('lets keys take turns, however many a key brings', async () => {
  const trial = new Trial({ concurrency: 1 })
  const all = trial.askAll('a1 a2 a3 a4 b1 b2 c1')
  await trial.finish()
  await all
  expect(trial.begun).toBe('a1 b1 c1 a2 b2 a3 a4')
})

it('lets a key that comes wait for one piece of each other one, and keys that come later not before it', async () => {
  const trial = new Trial({ concurrency: 1 })
  const { works } = trial
  const all = [trial.askAll('a1 a2 a3 b1 b2 c1 c2')]
  await works.end('a1')
  // `b` has the turn, so `c` and `a` are next; each newcomer stands before the second piece of `b` alone.
  all.push(trial.askAll('d1 d2'))
  await works.end('b1')
  all.push(trial.askAll('e1'))
  await trial.finish()
  await Promise.all(all)
  expect(trial.begun).toBe('a1 b1 c1 a2 d1 b2 e1 c2 a3 d2')
})

it('takes turns among the keys that may have more running', async () => {
  const trial = new Trial({ concurrency: 3, concurrencyOfKey: 2 })
  const all = trial.askAll('a1 a2 a3 b1 b2 c1')
  expect(trial.begun).toBe('a1 a2 b1')
  await trial.works.end('b1')
  await trial.works.end('c1')
  expect(trial.begun).toBe('a1 a2 b1 c1 b2')
  await trial.works.end('a1')
  expect(trial.begun).toBe('a1 a2 b1 c1 b2 a3')
  await trial.finish()
  await all
})

it('lets so many of a key wait, and of all', async () => {
  const trial = new Trial({ concurrency: 1, waiting: { ofKey: 2, ofAll: 3, refuse: full } })
  const all = trial.askAll('a1 a2 a3 a4 b1 c1')
  await trial.finish()
  await all
  expect(trial.failed).toEqual(['a4: full of key', 'c1: full of all'])
  expect(trial.begun).toBe('a1 b1 a2 a3')
})

it('tells beforehand that one more may not wait', async () => {
  const trial = new Trial({ concurrency: 1, waiting: { ofKey: 1, ofAll: 2, refuse: full } })
  const all = trial.askAll('a1 a2')
  expect(() => trial.queue.assertRoom('a')).toThrow('full of key')
  expect(() => trial.queue.assertRoom('b')).not.toThrow()
  const other = trial.ask('b1')
  expect(() => trial.queue.assertRoom('c')).toThrow('full of all')
  await trial.finish()
  await Promise.all([all, other])
})

it('drops those who have left, at once, and those who left before they came', async () => {
  const trial = new Trial({ concurrency: 1, waiting: { ofKey: 3, refuse: full } })
  const leaving = new AbortController()
  const first = trial.ask('a1')
  const gone = ['a2', 'a3', 'a4'].map((name) => trial.ask(name, leaving.signal))
  leaving.abort(new Error('left'))
  await Promise.all(gone)
  await trial.ask('a5', leaving.signal)
  expect(trial.failed).toEqual(['a2: left', 'a3: left', 'a4: left', 'a5: left'])
  expect([trial.queue.running, trial.queue.waiting]).toEqual([1, 0])
  const stay = trial.askAll('a6 a7 a8')
  await trial.finish()
  await Promise.all([first, stay])
  expect(trial.begun).toBe('a1 a6 a7 a8')
})

it('does not hear of a caller who leaves once a piece has begun', async () => {
  const trial = new Trial({ concurrency: 1 })
  const leaving = new AbortController()
  const all = Promise.all(['a1', 'a2'].map((name) => trial.ask(name, leaving.signal)))
  await trial.works.end('a1')
  leaving.abort(new Error('left'))
  expect([trial.queue.running, trial.queue.waiting, trial.failed]).toEqual([1, 0, []])
  await trial.finish()
  await all
})

it('holds a place until it is disposed of, and gives it back once', async () => {
  const trial = new Trial({ concurrency: 1 })
  const place = await trial.queue.begin()
  const all = trial.askAll('a1 a2')
  expect(trial.begun).toBe('')
  place[Symbol.dispose]()
  place[Symbol.dispose]()
  expect(trial.begun).toBe('a1')
  await trial.finish()
  await all
})

it('asks for room elsewhere, with the key and how many wait, and again when told', async () => {
  const asked: string[] = []
  let isOpen = false
  const trial = new Trial({
    hasRoom: (key, waiting) => {
      asked.push(`${key} ${waiting}`)
      return isOpen || key === 'b'
    },
  })
  const all = trial.askAll('a1 a2 b1')
  expect(trial.begun).toBe('b1')
  expect(asked).toEqual(['a 1', 'a 1', 'a 2', 'b 3'])
  isOpen = true
  trial.queue.fill()
  expect(trial.begun).toBe('b1 a1 a2')
  await trial.finish()
  await all
})

it('begins nothing more once it is closed, and lets go on what runs', async () => {
  const trial = new Trial({ concurrencyOfKey: 1 })
  const running = trial.ask('a1')
  const waiting = trial.askAll('a2 a3')
  trial.queue.close(new Error('closed'))
  await waiting
  await trial.ask('b1')
  expect(trial.failed).toEqual(['a2: closed', 'a3: closed', 'b1: closed'])
  await trial.finish()
  await running
  expect(trial.begun).toBe('a1')
})

it('says when nothing waits or runs, after those who waited for the last piece', async () => {
  const trial = new Trial({ concurrency: 1 })
  await trial.queue.onIdle()
  const said: string[] = []
  const all = trial
    .askAll('a1 a2')
    .finally(() => {})
    .then(() => said.push('ended'))
  const heard = trial.queue.onIdle().then(() => said.push('idle'))
  await trial.works.end('a1')
  expect(said).toEqual([])
  await trial.works.end('a2')
  await Promise.all([all, heard])
  expect(said).toEqual(['ended', 'idle'])
})

const KEYS = ['a', 'b', 'c']
const few = fc.integer({ min: 1, max: 3 })
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('ask', 'ask', 'end', 'leave'),
    key: fc.constantFrom(...KEYS),
    which: fc.nat(),
  }),
  { maxLength: 40 },
)

/** Takes random steps, and tells after each which pieces run and which wait. */
async function walk(
  trial: Trial,
  taken: readonly { what: string; key: string; which: number }[],
  look: (running: readonly string[], waiting: readonly string[]) => void,
): Promise<void> {
  const all: Promise<void>[] = []
  const callers = new Map<string, AbortController>()
  const ended = new Set<string>()
  for (const [i, { what, key, which }] of taken.entries()) {
    const begun = new Set(trial.works.begun)
    const running = [...begun].filter((name) => !ended.has(name))
    const waiting = [...callers.keys()].filter((name) => !begun.has(name) && !ended.has(name))
    look(running, waiting)
    const among = what === 'end' ? running : waiting
    const name = what === 'ask' ? `${key}${i}` : among[which % among.length]
    if (name === undefined) continue
    if (what === 'ask') {
      const caller = new AbortController()
      callers.set(name, caller)
      all.push(trial.ask(name, caller.signal))
      continue
    }
    ended.add(name)
    if (what === 'leave') callers.get(name)?.abort()
    else await trial.works.end(name)
  }
  await trial.finish()
  await Promise.all(all)
}

it('keeps its bounds and its order, and lets nothing wait in vain, whatever comes, ends and leaves', async () => {
  const walked = fc.asyncProperty(few, few, steps, async (most, ofKey, taken) => {
    const trial = new Trial({ concurrency: most, concurrencyOfKey: ofKey })
    const of = (key: string, names: readonly string[]) =>
      names.filter((name) => name.startsWith(key))
    await walk(trial, taken, (running, waiting) => {
      const { queue } = trial
      expect([queue.running, queue.waiting]).toEqual([running.length, waiting.length])
      expect(running.length).toBeLessThanOrEqual(most)
      for (const key of KEYS) {
        const own = of(key, running).length
        expect(own).toBeLessThanOrEqual(ofKey)
        expect(queue.waitingOf(key)).toBe(of(key, waiting).length)
        const mayBegin = running.length < most && own < ofKey
        expect(mayBegin && queue.waitingOf(key) > 0).toBe(false)
      }
    })
    for (const key of KEYS) {
      const came = of(key, trial.works.begun).map((name) => Number(name.slice(1)))
      expect(came).toEqual(came.toSorted((one, other) => one - other))
    }
  })
  await fc.assert(walked)
})
