import { expect, it } from 'vitest'
import type { AssistantCall } from '../kernel/door/assistant-call.ts'
import { createLogger } from '../lib/logger.ts'
import { AssistantCallRecorder } from './assistant-call-recorder.ts'

const call = (bytes: number): AssistantCall => ({
  orgId: 'org_1',
  atMs: 0,
  keyId: null,
  siteNum: null,
  server: 'data',
  tool: 'query',
  client: 'other',
  outcome: 'ok',
  durationUs: 3_000,
  rows: 1,
  bytes,
})

/** Makes a recorder with a store that fails `failures` times, and that remembers the calls that it took. */
function openRecorder(failures = 0) {
  const stored: number[] = []
  const batches: number[] = []
  const lines: string[] = []
  let left = failures
  const store = {
    insert: async (calls: readonly { bytes: number }[]) => {
      if (left > 0) {
        left -= 1
        throw new Error('The disk is full')
      }
      batches.push(calls.length)
      stored.push(...calls.map(({ bytes }) => bytes))
    },
  }
  const log = createLogger('debug', { write: (line) => lines.push(line) })
  return { recorder: new AssistantCallRecorder(store, log), stored, batches, lines }
}

it('the recorder writes calls in their order and in small batches, each once', async () => {
  const { recorder, stored, batches } = openRecorder()
  for (let i = 0; i < 450; i++) recorder.record(call(i))
  await Promise.all([recorder.flush(), recorder.flush()])
  expect(stored).toEqual([...Array(450).keys()])
  expect(batches).toEqual([200, 200, 50])
})

it('the recorder keeps what could not be written, in its order, and tells why', async () => {
  const { recorder, stored, lines } = openRecorder(1)
  recorder.record(call(1))
  await recorder.flush()
  recorder.record(call(2))
  expect(stored).toEqual([])
  expect(lines.join('')).toContain('The disk is full')
  await recorder[Symbol.asyncDispose]()
  expect(stored).toEqual([1, 2])
})

it('the recorder drops the oldest calls when too many wait, and counts them', async () => {
  const { recorder, stored } = openRecorder(1)
  for (let i = 0; i < 5_007; i++) recorder.record(call(i))
  await recorder.flush()
  recorder.record(call(5_007))
  await recorder.flush()
  expect(stored).toHaveLength(5_000)
  expect([stored[0], stored.at(-1)]).toEqual([8, 5_007])
  expect(recorder.metricsText()).toContain('\ncitable_assistant_calls_dropped_total 8\n')
  expect(recorder.metricsText()).toContain(
    'citable_mcp_tool_calls_total{server="data",tool="query",outcome="ok"} 5008\n',
  )
})
