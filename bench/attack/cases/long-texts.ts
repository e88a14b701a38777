import type { Attack } from '../attack.ts'
import { readLongTexts } from '../texts/read-long-texts.ts'
import type { Target } from '../target.ts'

/** The address of the caller who asks for most. */
const GREEDY = { 'x-forwarded-for': '203.0.113.7' }
const AT_ONCE = 10
const LONGEST_PROMPT = 8_000

/**
 * Sends texts that are one sign over and over: every reader takes time by their length, and no address has more than
 * its turn.
 */
export async function longTexts(attack: Attack): Promise<void> {
  const { tried, broken } = await readLongTexts(attack)
  attack.expect(
    'Every function that reads a text takes at most six times as long for four times the text',
    broken.length === 0 && tried > 300,
    broken.length === 0 ? `${tried} readers` : broken.join('; '),
  )
  await callAtOnce(attack, await attack.target())
}

async function callAtOnce(attack: Attack, target: Target): Promise<void> {
  for (const [name, sign] of Object.entries({ quotations: '“', fences: '「', words: 'never ' })) {
    const text = sign.repeat(LONGEST_PROMPT / sign.length)
    const statuses = await attack.during(`${AT_ONCE} prompts of ${name} at once`, target, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => lint(target, text))),
    )
    attack.expect(
      `Ten prompts of ${name} at once from one address are all answered`,
      statuses.every((status) => status === 200),
      statuses,
    )
  }
}

async function lint(target: Target, text: string): Promise<number> {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'lint_prompt', arguments: { text } },
  }
  const headers = { accept: 'application/json, text/event-stream', ...GREEDY }
  return (await target.post('/mcp/protocol', call, headers)).status
}
