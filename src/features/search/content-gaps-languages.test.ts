import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'

let own: ScannedSite

beforeAll(async () => {
  own = await ScannedSite.start({
    '/': page('Ferries of the sound', {
      links: ['/dogs'],
      text: 'The ferry of the sound costs nine euros.',
    }),
    '/dogs': page('Dogs on board', { text: 'Dogs travel on the open deck, on a lead.' }),
  })
})
afterAll(() => own[Symbol.asyncDispose]())

async function gaps(path: string, questions: readonly string[]) {
  const url = `${own.web.url}${path}`
  for (const question of questions) {
    await own.app.collect(own.id, [{ kind: 'question', url, question, target: 'claude' }])
  }
  const asked = { path }
  return (await askTool(own.app, 'publisher', 'list_content_gaps', own.key, asked)).structured
}

const NOTE = 'some are in another language than the site (en), whose pages may answer them'

it('a question in another language is told, since words of two languages are not compared', async () => {
  const { rows, notes } = await gaps('/dogs', [
    'Wie reise ich mit einem Hund?',
    '犬を連れて乗れますか？',
    '¿Puedo viajar con mi perro?',
  ])
  expect(rows).toHaveLength(3)
  expect(notes).toContain(NOTE)
})

it('questions in the language of the site, with a foreign word, are not', async () => {
  const { rows, notes } = await gaps('/', ['Is the rijsttafel on board vegan?', 'vegan menu'])
  expect(rows).toHaveLength(2)
  expect(notes).not.toContain(NOTE)
})
