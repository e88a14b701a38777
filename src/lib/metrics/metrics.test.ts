import { expect, it } from 'vitest'
import { Counter } from './counter.ts'
import { Histogram } from './histogram.ts'

it('a counter writes a line for each combination of labels, escaped', () => {
  const counter = new Counter('calls_total', 'Calls.', ['tool', 'outcome'])
  counter.add(['a', 'ok'])
  counter.add(['a', 'ok'], 2)
  counter.add(['"\\\n', 'ok'])
  expect(counter.text()).toBe(
    [
      '# HELP calls_total Calls.',
      '# TYPE calls_total counter',
      'calls_total{tool="a",outcome="ok"} 3',
      String.raw`calls_total{tool="\"\\\n",outcome="ok"} 1`,
      '',
    ].join('\n'),
  )
})

it('a counter without labels is there from the start', () => {
  expect(new Counter('drops_total', 'Drops.').text()).toContain('\ndrops_total 0\n')
})

it('labels without end share one line beyond a bound', () => {
  const counter = new Counter('calls_total', 'Calls.', ['tool'])
  for (let i = 0; i < 5_000; i++) counter.add([`t${i}`])
  const lines = counter.text().trim().split('\n').slice(2)
  expect(lines).toHaveLength(2_001)
  expect(lines.at(-1)).toBe('calls_total{tool="other"} 3000')
})

it('a histogram counts each value in every bucket that reaches it', () => {
  const histogram = new Histogram('seconds', 'How long.', ['tool'], [0.1, 1])
  for (const seconds of [0.1, 0.5, 1.5]) histogram.observe(['a'], seconds)
  expect(histogram.text().split('\n').slice(2)).toEqual([
    'seconds_bucket{tool="a",le="0.1"} 1',
    'seconds_bucket{tool="a",le="1"} 2',
    'seconds_bucket{tool="a",le="+Inf"} 3',
    'seconds_sum{tool="a"} 2.1',
    'seconds_count{tool="a"} 3',
    '',
  ])
})
