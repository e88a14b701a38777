import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'

let own: ScannedSite

beforeAll(async () => {
  own = await ScannedSite.start({
    '/': page('Ferries of the sound', {
      links: ['/dogs', '/crossing'],
      text: 'The ferry of the sound costs nine euros.',
    }),
    // The words of one question stand in two parts of one page.
    '/crossing': page('Crossing', {
      text: `${'The crossing takes two hours. '.repeat(60)}A cabin has one berth.</p>
        <h2>What you bring</h2><p>${'Bring a jacket for the deck. '.repeat(60)}A bicycle stands in the bow, its trailer beside it.`,
    }),
    '/dogs': page('Dogs on board', { text: 'Dogs travel on the open deck, on a lead.' }),
  })
})
afterAll(() => own[Symbol.asyncDispose]())

async function ask(path: string, questions: readonly string[]) {
  const url = `${own.web.url}${path}`
  for (const question of questions) {
    await own.app.collect(own.id, [{ kind: 'question', url, question, target: 'claude' }])
  }
}

async function gaps(path: string, kind?: string) {
  const asked = { path, ...(kind !== undefined && { kind }) }
  const { structured } = await askTool(own.app, 'publisher', 'list_content_gaps', own.key, asked)
  // @NOTE the tool answers a table; a wrong shape fails the expectations.
  const { columns, rows, notes } = structured as Record<'columns' | 'notes', string[]> & {
    rows: unknown[][]
  }
  const at = (name: string) => columns.indexOf(name)
  return {
    rows: rows.map((row) => [row[at('question')], row[at('language')], row[at('match')]]),
    notes,
  }
}

it('a question in another language than its page stands apart, and is not called unanswered', async () => {
  await ask('/dogs', [
    'Wie reise ich mit einem Hund?',
    '犬を連れて乗れますか？',
    '¿Puedo viajar con mi perro?',
    'Where do dogs get a vaccination?',
  ])
  const unanswered = await gaps('/dogs')
  expect(unanswered.rows).toEqual([['Where do dogs get a vaccination?', 'en', expect.any(Number)]])
  expect(unanswered.notes).toContain(
    '3 more are in another language than the page, which may answer them: kind other_language lists them',
  )
  const { rows } = await gaps('/dogs', 'other_language')
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Wie reise ich mit einem Hund?', 'de', null],
      ['犬を連れて乗れますか？', 'ja', null],
      ['¿Puedo viajar con mi perro?', 'es', null],
    ]),
  )
  expect(rows).toHaveLength(3)
})

it('a question in the language of the page, with a foreign word, is compared', async () => {
  await ask('/', ['Is the rijsttafel on board vegan?', 'vegan menu'])
  expect((await gaps('/')).rows.map(([question, language]) => [question, language])).toEqual([
    ['vegan menu', null],
    ['Is the rijsttafel on board vegan?', 'en'],
  ])
  expect((await gaps('/', 'other_language')).rows).toEqual([])
})

it('the page on which it was asked is looked at first, and all of it', async () => {
  await ask('/crossing', ['Is a bicycle with a trailer stowed in a cabin with a kettle?'])
  await ask('/dogs', ['Is a bicycle with a trailer stowed in a cabin with a kettle?'])
  expect((await gaps('/crossing')).rows).toEqual([])
  const { rows } = await gaps('/dogs')
  expect(rows.map(([question]) => question)).toContain(
    'Is a bicycle with a trailer stowed in a cabin with a kettle?',
  )
})
