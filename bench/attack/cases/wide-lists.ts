import { join } from 'node:path'
import { Sqlite } from '../../../db/sqlite/binding.ts'
import { PROMPT_KINDS } from '../../../src/domain/prompt-rules/vocabulary.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'
import { addPages } from './bulk-import.ts'

const PAGES = 20_000
const AT_ONCE = 40
const SOURCE = `FROM page WHERE path = '/page-' || (@at % 100)`
const WORDS = 'What does this page say about tents, and which of them stand a storm? '

/** Reads the widest pages of the longest list at once with one key: each takes long, and no other call waits for them. */
export async function wideLists(attack: Attack): Promise<void> {
  const target = await attack.target()
  const written = 100
  await addPages(target, written)
  await importPrompts(target, written)
  copyPages(target, attack.size(PAGES, 300))
  for (const [what, path] of [
    ['prompts', `/api/v1/prompts/${target.siteId}?limit=100`],
    ['pages', `/api/v1/pages/${target.siteId}?limit=100`],
  ] as const) {
    const answers = await attack.during(`${AT_ONCE} lists of ${what}`, target, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => target.get(path))),
    )
    const statuses = [...new Set(answers.map(({ status }) => status))]
    attack.expect(
      `${AT_ONCE} of the widest lists of ${what} at once are answered, or refused for their number`,
      statuses.every((status) => status === 200 || status === 429),
      `${statuses.join(', ')}, ${answers[0]?.text.length} characters each`,
    )
  }
}

async function importPrompts(target: Target, pages: number): Promise<void> {
  const template = `${WORDS.repeat(20).slice(0, 1_200)} {{canonical_url}}`
  const records = Array.from({ length: pages }, (_, page) => ({
    path: `/page-${page}`,
    templates: PROMPT_KINDS.map((kind) => ({ kind, template })),
  }))
  const answer = await target.post(
    `/api/v1/prompts/${target.siteId}/import`,
    { records },
    { authorization: `Bearer ${target.key}` },
  )
  if (answer.status !== 200)
    throw new Error(`The import was answered ${answer.status}: ${answer.text}`)
}

/** Writes further pages with the same prompts into the data of the server, since a scan of them would take an hour. */
function copyPages(target: Target, count: number): void {
  const file = new Sqlite(join(target.installation.directory, 'bench.db'))
  const columns = (table: string): string[] =>
    file.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  const copyOf = (table: string, changed: Readonly<Record<string, string>>): string => {
    const names = columns(table)
    const values = names.map((name) => changed[name] ?? `"${name}"`)
    return `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) SELECT ${values.join(', ')}`
  }
  const copyPage = file.prepare(
    `${copyOf('page', { num: 'NULL', id: "id || '_' || @at", path: "'/copy-' || @at" })} ${SOURCE}`,
  )
  const copyPrompt = file.prepare(
    `${copyOf('prompt', { page_num: '@page', id: "id || '_' || @at" })} FROM prompt WHERE page_num = (SELECT num ${SOURCE})`,
  )
  file.transaction(() => {
    for (let at = 0; at < count; at++)
      copyPrompt.run({ at, page: copyPage.run({ at }).lastInsertRowid })
  })()
  file.close()
}
