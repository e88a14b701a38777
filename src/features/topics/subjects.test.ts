import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let key: string
let made = 0

beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())

async function ask(site: string, questions: readonly string[], title?: string): Promise<void> {
  for (const question of questions) {
    app.clock.advance({ seconds: 10 })
    const event = { kind: 'question', url: '/page', question, ...(title && { title }) }
    const answer = await app.collect(site, [event])
    expect(answer.body.data).toMatchObject({ accepted: 1 })
  }
}

async function siteWith(questions: readonly string[]) {
  made += 1
  const site = await app.site(key, { url: `https://subject${made}.example/` })
  await ask(site, questions)
  return { site }
}

/** Counts questions by topic. */
async function topicsOf(site: string): Promise<Record<string, number>> {
  const { body } = await app.api('GET', `/topics/${site}?limit=100`, { token: key })
  // @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
  const items = body.data as unknown as { label: string; questions: number }[]
  return Object.fromEntries(items.map(({ label, questions }) => [label, questions]))
}

async function idsOf(site: string): Promise<string[]> {
  const { body } = await app.api('GET', `/topics/${site}?limit=100`, { token: key })
  // @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
  return (body.data as unknown as { id: string }[]).map(({ id }) => id)
}

/** The words of which no two have anything in common. */
const ODD_WORDS = Array.from({ length: 32 }, (_, i) => {
  const letters = 'bcdfghjklmnprtvz'
  return `${letters[i % 16]}a${letters[(i * 7) % 16]}o${letters[(i * 3 + Math.floor(i / 16)) % 16]}ux`
})

it('a word, its plural and its compound are one topic, and two compounds of it are two', async () => {
  const { site } = await siteWith([
    'Is a dry suit worth it?',
    'Do dry suits leak?',
    'Which suit is warm?',
    'Are wet suits cheaper?',
  ])
  expect(await topicsOf(site)).toEqual({ 'dry suit': 3, 'wet suits': 1 })
})

it('a question of Japanese or Chinese is about its words', async () => {
  const { site } = await siteWith([
    '潮汐表はどこですか',
    '潮汐表を印刷できますか',
    '龙井茶的历史是什么？',
  ])
  expect(await topicsOf(site)).toEqual({ 潮汐表: 2, 龙井茶: 1 })
})

it('in a large site, a question that nobody else asked is about its page', async () => {
  const { site } = await siteWith(ODD_WORDS.map((word) => `Why ${word}?`))
  await ask(site, ['Can a quokka swim?'], 'Rafting on the Tay | Paddlers')
  const topics = await topicsOf(site)
  expect(topics).toMatchObject({ 'Rafting on the Tay': 1 })
  await ask(
    site,
    Array.from({ length: 9 }, (_, i) => `Does quokka ${ODD_WORDS[i]} exist?`),
    'Rafting on the Tay',
  )
  const later = await topicsOf(site)
  expect(Object.keys(later).some((label) => label.includes('quokka'))).toBe(true)
})

it('what no noun phrase names is called by its most asked question, until the words of that are deleted', async () => {
  const often = 'Is it worth it?'
  const near = 'Is it really worth it then?'
  const { site } = await siteWith([often, near])
  const [into, from] = await idsOf(site)
  await app.api('POST', `/topics/${site}/merge`, { token: key, body: { into, from: [from] } })
  const shown = async () => Object.keys(await topicsOf(site))
  expect(await shown()).toEqual(['Is it worth it'])
  await ask(site, [near, near])
  expect(await shown()).toEqual(['Is it really worth it then'])
  const onData = await askTool(app, 'data', 'get_question_topics', key, { site })
  expect(onData.text).not.toContain('really')
  const { body } = await app.api('GET', `/questions/${site}?query=really`, { token: key })
  for (const { id } of body.data as unknown as { id: string }[]) {
    await app.api('DELETE', `/questions/${site}/${id}`, { token: key })
  }
  expect(await shown()).toEqual(['other questions'])
  await ask(site, [often])
  expect(await shown()).toEqual(['Is it worth it'])
})

it.each([
  ['de', ['Was kostet eine Wärmepumpe?', 'Sind Wärmepumpen laut?', 'Was tut eine Luftwärmepumpe?']],
  ['de', ['Welche Wärmepumpenförderung gibt es?', 'Was kostet eine Wärmepumpe?']],
  [
    'nl',
    ['Hoeveel kost een warmtepomp?', 'Zijn de warmtepompen duur?', 'Wat doet de bodemwarmtepomp?'],
  ],
  ['sv', ['Vad kostar en värmepump?', 'Är värmepumpar dyra?', 'Vad gör en bergvärmepump?']],
  ['fr', ['Combien coûte une pompe à chaleur ?', 'Les pompes à chaleur font-elles du bruit ?']],
  ['es', ['¿Cómo se lee una tabla de mareas?', '¿Dónde hay tablas de mareas?']],
  ['it', ['Quanto costa una pompa di calore?', 'Le pompe di calore sono rumorose?']],
  ['pt', ['Quanto custa uma bomba de calor?', 'As bombas de calor fazem barulho?']],
  ['pl', ['Jaka pompa ciepła jest najlepsza?', 'Jakie pompy ciepła są ciche?']],
  ['tr', ['Isı pompası nedir?', 'Isı pompaları nasıl çalışır?']],
])(
  'in %s, one and many, and words that are written together, meet: %j',
  async (language, asked) => {
    made += 1
    const site = await app.site(key, { url: `https://subject${made}.example/`, language })
    await ask(site, asked)
    expect(Object.values(await topicsOf(site))).toEqual([asked.length])
  },
)
