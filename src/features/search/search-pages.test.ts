import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchDocument as fetchFrom, searchFor } from '../../testing/search-tools.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { inspectData } from '../../testing/stored-events.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

const search = (query: string, server: string, token: string) =>
  searchFor(app, token, query, server)

const fetchDocument = (id: string, server: string, token: string) =>
  fetchFrom(app, token, id, server)

describe('search in the text of scanned pages', () => {
  const titles = {
    '/sencha': 'Our greens',
    '/shop': 'Shop',
    '/gone': 'Old page',
    '/hidden': 'Hidden page',
    '/dup': 'Steps',
    '/dup-2': 'Steps',
    '/foreign': 'Kettles',
  }
  const texts = {
    '/sencha': 'Let it draw for ninety seconds. Water at seventy degrees keeps sencha sweet.',
    '/shop': 'Open on weekdays. Bring your own tin and a friend.',
    '/gone': 'Water at seventy degrees keeps sencha sweet.',
    '/hidden': 'Water at seventy degrees keeps sencha sweet.',
    '/dup': 'Whisk until a foam stands.',
    '/dup-2': 'Whisk until a foam stands.',
    '/foreign': 'A cast iron kettle.',
  }
  const states: Record<string, string> = { '/gone': 'gone', '/hidden': 'excluded' }
  const canonicals: Record<string, string> = {
    '/dup': 'https://www.leaf.example/steps',
    '/dup-2': 'https://www.leaf.example/steps',
    '/foreign': 'https://kettles.example/',
  }
  const idOf = (path: string): string =>
    inspectData(
      app.directory,
      (db) =>
        db
          .prepare('SELECT id FROM page WHERE url = ?')
          .pluck()
          .get(`https://leaf.example${path}`) as string,
    )
  let scanned: string

  beforeAll(async () => {
    const owner = await app.org('self_hosted')
    scanned = await app.key(owner)
    const id = await app.site(scanned, { url: 'https://leaf.example/', name: 'Leaf' })
    const question = 'How hot must water be to keep sencha sweet?'
    await app.collect(id, [
      { kind: 'question', url: '/shop', title: 'Shop', question, target: 'claude' },
      { kind: 'impression', url: '/unread', title: 'Sencha by post' },
      { kind: 'question', url: '/dup', title: 'Steps', question: 'Which matcha bowl?' },
      { kind: 'question', url: '/foreign', title: 'Kettles', question: 'Which kettle lid?' },
    ])
    const { context } = app.app.services
    const own = await context.tenant(owner.id).sites.find(id)
    const page = (path: keyof typeof texts) => ({
      path,
      url: `https://leaf.example${path}`,
      state: states[path] ?? 'active',
      httpStatus: 200,
      missing: 0,
      targetUrl: null,
      known: undefined,
      content: {
        title: titles[path],
        canonicalUrl: canonicals[path] ?? null,
        etag: null,
        lastModified: null,
        contentHash: '00'.repeat(32),
        bodyHash: '00'.repeat(32),
        record: '{}',
        recordHash: '00'.repeat(32),
        passages: JSON.stringify([['Note', texts[path]]]),
      },
    })
    const step = {
      done: [],
      lost: [],
      found: [],
      fetched: 3,
      skipped: 0,
      failed: 0,
      phase: 'fetch',
    }
    const asked = { kind: 'rescan', origin: 'api', options: '{}', requestedBy: '{}' }
    await own!.scans.insert({ ...asked, id: 'job_texts', at: app.clock.now() })
    const { num } = (await own!.scans.active())!
    await own!.scans.update(num, { state: 'running' })
    await own!.scans.commit(
      num,
      // @NOTE these are the keys of the object above.
      { ...step, tally: '{}', pages: (Object.keys(titles) as (keyof typeof titles)[]).map(page) },
      app.clock.now(),
      () => context.newId('pg'),
    )
  })

  it.each(['publisher', 'data'])(
    'search answers a question with the page that says it on %s',
    async (server) => {
      const [first] = await search('How hot must water be to keep sencha sweet?', server, scanned)
      expect(first?.title).toMatch(/^<(untrusted-[0-9a-f]{12})>\nOur greens\n<\/\1>$/)
      expect(first?.url).toBe('https://leaf.example/sencha')
    },
  )

  it('search finds other forms of a word, words beside each other, and slips of the keyboard', async () => {
    for (const query of ['sweetening senchas', 'seventy degrees', 'ninty secnds draw']) {
      expect((await search(query, 'publisher', scanned))[0]!.url).toBe(
        'https://leaf.example/sencha',
      )
    }
  })

  it('search shows the question too, behind the page that answers it', async () => {
    const kinds = (await search('water sencha sweet', 'publisher', scanned)).map(
      ({ id }) => id.split(':')[0],
    )
    expect(kinds[0]).toBe('page')
    expect(kinds).toContain('question')
  })

  it('search finds pages that were never scanned by their titles beside those that were', async () => {
    const found = await search('sencha by post', 'publisher', scanned)
    const urls = found.map(({ url }) => url)
    expect(found[0]!.title).toMatch(/^<untrusted-[^]*by post/i)
    expect(urls[0]).toBe('https://leaf.example/')
    expect(urls).toContain('https://leaf.example/sencha')
  })

  it('search finds no text of a page that is gone, and none of another organization', async () => {
    const urls = (await search('seventy degrees', 'publisher', scanned)).map(({ url }) => url)
    expect(urls).toEqual(['https://leaf.example/sencha'])
    const other = await app.key(await app.org('self_hosted'))
    expect(await search('seventy degrees', 'publisher', other)).toEqual([])
  })

  it('search offers no page that is gone or excluded, by its title either, and fetch gives none', async () => {
    expect(await search('old hidden page', 'publisher', scanned)).toEqual([])
    expect(await search('old hidden page', 'data', scanned)).toEqual([])
    for (const [path, state] of Object.entries(states)) {
      const { isError, text } = await fetchDocument(`page:${idOf(path)}`, 'publisher', scanned)
      expect(isError).toBe(true)
      expect(text).toContain(`NOT_FOUND: No such page to read; its state is ${state}`)
    }
  })

  it('search cites a page by the address that it gives itself, once, unless it is somebody else’s', async () => {
    const found = await search('whisk foam', 'publisher', scanned)
    expect(found.map(({ url }) => url)).toEqual(['https://www.leaf.example/steps'])
    const { text } = await fetchDocument(found[0]!.id, 'publisher', scanned)
    expect(JSON.parse(text)).toMatchObject({ url: 'https://www.leaf.example/steps' })
    const [kettle] = await search('iron kettle', 'publisher', scanned)
    expect(kettle!.url).toBe('https://leaf.example/foreign')
    const fetched = await fetchDocument(kettle!.id, 'publisher', scanned)
    expect(JSON.parse(fetched.text)).toMatchObject({ url: 'https://leaf.example/foreign' })
  })

  it('the page of a question, a report and a prompt is cited by the same address', async () => {
    const cited = { '/dup': 'https://www.leaf.example/steps', '/foreign': undefined }
    const asked = { '/dup': 'matcha bowl', '/foreign': 'kettle lid' }
    for (const path of ['/dup', '/foreign'] as const) {
      const url = cited[path] ?? `https://leaf.example${path}`
      const found = await search(asked[path], 'publisher', scanned)
      const question = found.find(({ id }) => id.startsWith('question:'))
      expect(question!.url).toBe(url)
      await app.api('PUT', `/prompts/${idOf(path)}`, {
        token: scanned,
        body: { templates: [{ kind: 'ask', template: 'What does {{title|quote}} say?' }] },
      })
      for (const [server, id] of [
        ['publisher', question!.id],
        ['publisher', `prompt:${idOf(path)}`],
        ['data', `page:${idOf(path)}`],
      ] as const) {
        const { isError, text } = await fetchDocument(id, server, scanned)
        expect({ id, isError: isError ?? false }).toEqual({ id, isError: false })
        expect(JSON.parse(text)).toMatchObject({ url })
      }
    }
  })

  it('fetch gives the text of the page, fenced, with its own address', async () => {
    const [first] = await search('seventy degrees', 'publisher', scanned)
    const { text } = await fetchDocument(first!.id, 'publisher', scanned)
    const document = JSON.parse(text) as { text: string; url: string }
    expect(document.url).toBe('https://leaf.example/sencha')
    expect(document.text).toMatch(
      /^<(untrusted-\w+)>\nOur greens\n\/sencha\n\nNote\nLet it draw .* sweet\.\n<\/\1>$/,
    )
  })
})
