import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

const page = (title: string, headings: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>
${headings.map((heading) => `<h2>${heading}</h2><p>What there is to say of it.</p>`).join('\n')}
</main></body></html>`

const TIDES = page('Tides of the west coast', ['Reading the tide tables', 'Spring tides', 'Wind'])
const LINKS = '<a href="/tides">Tides</a> <a href="/hostile">Hostile</a>'

let app: TestApp
let site: ScannedSite

beforeAll(async () => {
  app = await ScannedSite.startApp()
})

beforeEach(async () => {
  site = await ScannedSite.startOn(app, { '/': `<title>Coast</title>${LINKS}`, '/tides': TIDES })
})

afterEach(() => site[Symbol.asyncDispose]())

afterAll(() => app[Symbol.asyncDispose]())

async function ask(url: string, question: string, title?: string): Promise<void> {
  const event = { kind: 'question', url, question, ...(title !== undefined && { title }) }
  const { body } = await site.app.collect(site.id, [event])
  expect(body.data).toMatchObject({ accepted: 1 })
}

async function rescan(): Promise<void> {
  expect(await site.scan()).toMatchObject({ state: 'succeeded' })
}

/** Counts the site's questions by topic. */
async function topics(): Promise<Record<string, number>> {
  const { body } = await site.call('GET', `/topics/${site.id}?limit=100`)
  // @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
  const items = body.data as unknown as { label: string; questions: number }[]
  return Object.fromEntries(items.map(({ label, questions }) => [label, questions]))
}

describe('a question on a page that was scanned', () => {
  it('a question is about the heading that fits it, whatever title the event has', async () => {
    await ask('/tides', 'How do I read a tide table?', 'Cheap watches')
    await ask('/tides', 'Are the tables right?', 'The right one')
    await ask('/tides', 'When is the spring tide?')
    await ask('/tides', 'Does wind matter?')
    expect(await topics()).toEqual({ 'tide tables': 2, 'Spring tides': 1, Wind: 1 })
  })

  it('a question is about itself where it has nothing of the page', async () => {
    await ask('/tides', 'Is kelp edible?')
    expect(await topics()).toEqual({ kelp: 1 })
  })

  it('a question is about the title that its reader saw, where no heading of the scan fits', async () => {
    await ask('/tides', 'Which shackles hold a mooring?', 'Moorings and shackles')
    expect(await topics()).toEqual({ Moorings: 1 })
  })

  it('a question meets the questions of other pages under one name', async () => {
    await ask('/tides', 'How do I read a tide table?')
    await ask('/never-scanned', 'What are tide tables?', 'All about tide tables')
    expect(await topics()).toEqual({ 'tide tables': 2 })
  })

  it('new questions see the headings of the latest scan, and older ones keep their topic', async () => {
    await ask('/tides', 'Does wind matter?')
    await ask('/tides', 'How do eddies form?')
    site.web.pages.set('/tides', page('Tides of the west coast', ['Eddies and races']))
    await rescan()
    await ask('/tides', 'Why do races form?')
    await ask('/tides', 'Is the wind against eddies bad?')
    expect(await topics()).toEqual({ Wind: 1, eddies: 2, races: 1 })
  })

  it('a question keeps its topic when its page is scanned later', async () => {
    await ask('/late', 'Which shackles hold a mooring?', 'Shackles')
    site.web.pages.set('/', `<title>Coast</title>${LINKS} <a href="/late">Late</a>`)
    site.web.pages.set('/late', page('Moorings', ['Mooring']))
    await rescan()
    expect(await topics()).toEqual({ Shackles: 1 })
    await ask('/late', 'Which shackles hold a mooring?')
    expect(await topics()).toEqual({ Shackles: 2 })
    await ask('/late', 'Which shackles hold two moorings?')
    expect(await topics()).toEqual({ Shackles: 2, Moorings: 1 })
  })

  it('a question that is older than topics finds its heading', async () => {
    await ask('/tides', 'How do I read a tide table?')
    await ask('/tides', 'Does wind matter?')
    const before = await topics()
    forgetTopics()
    expect(await topics()).toEqual({})
    const { maintenance } = site.app.app.services
    await maintenance.resume()
    await maintenance.onIdle()
    expect(await topics()).toEqual(before)
  })
})

/** Removes the topics of the site's questions, as in a site from before there were topics. */
function forgetTopics(): void {
  onFile(app, (file) => {
    const own = file.prepare('SELECT num FROM site WHERE id = ?').pluck().get(site.id) as number
    file.exec(`
      UPDATE question SET wording_num = 0, text_hash = X'' WHERE site_num = ${own};
      DELETE FROM wording WHERE site_num = ${own};
      DELETE FROM topic_text WHERE rowid IN (SELECT num FROM topic WHERE site_num = ${own});
      DELETE FROM topic WHERE site_num = ${own};
      DELETE FROM topic_phrase WHERE site_num = ${own};
      DELETE FROM topic_bigram WHERE site_num = ${own}`)
  })
}

const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  '/many': Array.from({ length: 10_000 }, (_, i) => `Tide tables ${i} of station ${i}`),
  '/long': [`Tide tables ${'x'.repeat(1_000_000)}`],
  '/controls': ['\u202ETide\u200B tables\u202C \u0007\u001B[31m'],
  '/markup': ['&lt;img onerror=x&gt; =HYPERLINK(1) Tide tables'],
}

it('topics are clean whatever the headings are', async () => {
  const paths = Object.keys(HOSTILE)
  const links = paths.map((path) => `<a href="${path}">x</a>`).join(' ')
  site.web.pages.set('/', `<title>Coast</title>${links}`)
  for (const path of paths) site.web.pages.set(path, page('Hostile', HOSTILE[path]!))
  await rescan()
  for (const path of paths) await ask(path, 'Are tide tables right?')
  for (const path of paths) await ask(path, 'What is hostile here?')
  expect(await topics()).toEqual({ 'Tide tables': 4, Hostile: 4 })
})
