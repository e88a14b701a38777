import { expect, it } from 'vitest'
import { readBaseline } from './baseline.ts'
import { countVerdicts, judgeScenarios } from './judge-scenarios.ts'

const judge = (lines: readonly string[], baseline: string[] = [], byName: string[] = []) =>
  judgeScenarios(`${lines.join('\n')}\n\n`, { baseline, byName }).map(({ name, verdict }) => [
    name,
    verdict,
  ])

it('takes a scenario for green where it passes and nobody expected otherwise', () => {
  expect(judge(['✓ ping: 2 passed, 0 failed', '✓ polling: 0 passed, 0 failed'])).toEqual([
    ['ping', 'green'],
    ['polling', 'nothing to check'],
  ])
})

it('takes a failure for wrong that the baseline does not name', () => {
  const failed = '✗ ping: 1 passed, 1 failed'
  expect(judge([failed])).toEqual([['ping', 'wrong']])
  expect(judge([failed], ['ping'])).toEqual([['ping', 'not done']])
  expect(judge([failed], ['ping:one-check'])).toEqual([['ping', 'in part']])
  expect(judge([failed], [], ['ping'])).toEqual([['ping', 'by name']])
})

it('takes a pass for wrong that the baseline excludes', () => {
  const passed = '✓ ping: 1 passed, 0 failed'
  expect(judge([passed], ['ping'])).toEqual([['ping', 'wrong']])
  expect(judge([passed], [], ['ping'])).toEqual([['ping', 'wrong']])
})

it('believes the suite about warnings, which it lists alone', () => {
  const passed = '✓ ping: 0 passed, 0 failed'
  const expected = ['', '\u001B[33mExpected failures (in baseline):\u001B[0m', '  ~ ping']
  expect(judge([passed, ...expected], ['ping'])).toEqual([['ping', 'not done']])
  const unexpected = ['', 'Unexpected failures (not in baseline):', '  ✗ ping']
  expect(judge([passed, ...unexpected])).toEqual([['ping', 'wrong']])
  const single = ['', 'Unexpected failures (not in baseline):', '  ✗ ping:a-check']
  expect(judge([passed, ...single], ['ping:another'])).toEqual([['ping', 'wrong']])
})

it('counts what became of the scenarios of a run', () => {
  const judged = judgeScenarios('✓ ping: 2 passed, 0 failed\n✗ call: 0 passed, 1 failed\n', {
    baseline: [],
    byName: [],
  })
  expect(Object.fromEntries(countVerdicts(judged))).toMatchObject({ green: 1, wrong: 1 })
})

it('the baseline gives a reason for each line', () => {
  expect(readBaseline().length).toBeGreaterThan(0)
})
