import { PROMPT_KINDS } from '../../../src/domain/prompt-rules/vocabulary.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const RECORDS = 2_000
const TEMPLATE_CHARS = 1_700

/** Sends one import of 3.7 MB: light calls are answered all the while. */
export async function bulkImport(attack: Attack): Promise<void> {
  const target = await attack.target()
  const pages = attack.size(RECORDS, 100)
  await addPages(target, pages)
  const send = (records: readonly unknown[]) =>
    target.post(
      `/api/v1/prompts/${target.siteId}/import`,
      { records },
      { authorization: `Bearer ${target.key}` },
    )
  const words = 'What does this page say about tents, and which of them stand a storm? '
  const template = `${words.repeat(40).slice(0, TEMPLATE_CHARS)} {{canonical_url}}`
  const records = Array.from({ length: pages }, (_, page) => ({
    path: `/page-${page}`,
    templates: [{ kind: 'ask', template }],
  }))
  const bytes = Buffer.byteLength(JSON.stringify(records))
  const answer = await attack.during(`an import of ${bytes} bytes`, target, () => send(records))
  attack.expect('an import says what became of each record', answer.status === 200, answer.text)
  // The linter's worst: as many texts in a record as fit, each as long as may be.
  const heavy = Array.from({ length: attack.size(180, 10) }, (_, page) => ({
    path: `/page-${page}`,
    templates: PROMPT_KINDS.map((kind) => ({
      kind,
      template: `${words.repeat(40).slice(0, 1_900)} {{canonical_url}}`,
    })),
  }))
  const second = await attack.during('an import of the longest texts', target, () => send(heavy))
  attack.expect('the longest texts are judged', second.status === 200, second.text)
}

/** Pages come into being by visits. */
export async function addPages(target: Target, count: number): Promise<void> {
  for (let from = 0; from < count; from += 50) {
    const events = Array.from({ length: Math.min(50, count - from) }, (_, place) => ({
      kind: 'impression',
      url: `https://attacked.example/page-${from + place}`,
    }))
    const answer = await target.collect(events, `203.0.113.${(from / 50) % 250}`)
    if (answer.status !== 202)
      throw new Error(`Collecting was answered ${answer.status}: ${answer.text}`)
  }
}
