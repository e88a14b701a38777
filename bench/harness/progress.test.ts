import { expect, it } from 'vitest'
import { Progress } from './progress.ts'

function record(isTTY: boolean) {
  let now = 0
  let text = ''
  const out = { isTTY, write: (more: string) => (text += more) }
  return {
    progress: new Progress(out, () => now),
    pass: (ms: number) => (now += ms),
    text: () => text,
  }
}

it('progress into a file has a line every five seconds at most, and the last one', () => {
  const { progress, pass, text } = record(false)
  progress.begin('bare warms up')
  for (let done = 1; done <= 10; done++) {
    pass(2_000)
    progress.turn('rounds', { done, of: 10, sinceMs: 0 })
  }
  expect(text().split('\n')).toEqual([
    '· 0 s: bare warms up',
    '· 6 s: rounds, 3 of 10, about 14 s left',
    '· 12 s: rounds, 6 of 10, about 8 s left',
    '· 18 s: rounds, 9 of 10, about 2 s left',
    '· 20 s: rounds, 10 of 10, about 0 s left',
    '',
  ])
})

it('progress on a terminal keeps to one line, and leaves it empty', () => {
  const { progress, pass, text } = record(true)
  progress.begin('seeding')
  pass(61_000)
  progress.turn('rounds', { done: 1, of: 3, sinceMs: 0 })
  progress.clear()
  expect(text().split('\r\u001B[K')).toEqual([
    '',
    '· 0 s: seeding',
    '· 1 min 1 s: rounds, 1 of 3, about 2 min 2 s left',
    '',
  ])
})
