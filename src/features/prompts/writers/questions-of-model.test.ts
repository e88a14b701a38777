import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteWithModel } from '../../../testing/site-with-model.ts'
import { page } from '../../../testing/web-site.ts'
import { HONEST, honestPage } from './testing/honest-questions.ts'
import { BUILT, INVENTED, SKERRY_POINT } from './testing/invented-questions.ts'
import {
  generatedTextsFor,
  type ModelAnswer,
  type ModelTexts,
  respondWithJson,
  sendCompletion,
  sentTextOf,
  textsFor,
  userMessageOf,
} from './testing/language-model.ts'

type Questions = ModelTexts['questions']

const WHO = { question: 'Who built the lighthouse on Skerry Point?', sentence: BUILT }

let service: SiteWithModel
/** A site of one page, whose text is the same in all tests. */
let skerry: SiteWithModel

beforeAll(async () => {
  service = await SiteWithModel.start({})
  skerry = await service.another({ '/': SKERRY_POINT })
  service.model.answer = asking(() => [WHO])
  await skerry.scan()
})

afterAll(async () => {
  await skerry[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

/** Makes an answer with good templates and with the questions that `questionsOf` gives for a text. */
const asking =
  (questionsOf: (text: string) => Questions): ModelAnswer =>
  (response, request) =>
    sendCompletion(response, textsFor(request, questionsOf(sentTextOf(request))))

/** Returns the questions that the page of the lighthouse offers once a model proposed some. */
async function offered(...proposed: Questions): Promise<unknown> {
  skerry.model.answer = asking(() => proposed)
  const { pageId } = await skerry.prompt('/')
  expect(await skerry.regenerate({ pageIds: [pageId] })).toMatchObject({ fellBack: 0 })
  return (await skerry.prompt('/')).questions.map(({ text }) => text)
}

const credits = async (site: SiteWithModel) =>
  Number((await site.call('GET', '/credits')).body.data['used'])

/** A page of several sections, each long enough for a part of its own. */
const longPage = (sections: number): string => {
  const filler = 'The keeper wrote into the book of the tower what he saw of wind and weather. '
  const texts = Array.from({ length: sections }, (_, i) => {
    const paragraph = `<p>${filler.repeat(8)}</p>`
    return `<h2>Volume ${i + 1}</h2><p>Volume ${i + 1} of the book begins with storm number ${i + 101}.</p>${paragraph.repeat(8)}`
  })
  return `<!doctype html><html lang="en"><head><title>The book of the tower</title></head>
<body><main><article><h1>The book of the tower</h1>${texts.join('')}</article></main></body></html>`
}

/** Proposes one question for each volume that a part of the long page mentions. */
const ofVolumes = (text: string): Questions =>
  [...text.matchAll(/Volume (\d+) of the book begins with storm number \d+\./g)].map(
    ([sentence, volume]) => ({
      question: `With which storm does volume ${volume} of the book begin?`,
      sentence,
    }),
  )

describe('the questions of a language model', () => {
  it.each(INVENTED)('the question falls where %s', async (_, question, sentence) => {
    expect(await offered({ question, sentence }, WHO)).toEqual([WHO.question])
  })

  it('the questions stand where a page answers them, in whatever language', async () => {
    const pages = HONEST.map((one, i): [string, string] => [`/p${i}`, honestPage(one)])
    const links = pages.map(([path]) => path)
    await using site = await service.another({
      '/': page('Home', { links }),
      ...Object.fromEntries(pages),
    })
    site.model.answer = (response, request) => {
      const sent = sentTextOf(request)
      const asked = HONEST.filter(({ text: [first = ''] }) => sent.includes(first.slice(0, 20)))
      sendCompletion(response, generatedTextsFor(request, asked))
    }
    await site.scan()
    const asked = await Promise.all(links.map((path) => site.prompt(path)))
    expect(asked.map(({ questions }) => questions)).toEqual(
      HONEST.map(({ question }) => [{ text: question, origin: 'model' }]),
    )
  })

  it('what a model repeats is offered once, and what has no form falls alone', async () => {
    const again = { question: 'Who built the lighthouse of Skerry Point?', sentence: BUILT }
    const other = { question: 'When was the lighthouse on Skerry Point built?', sentence: BUILT }
    expect(await offered(WHO, WHO, again, other)).toEqual([WHO.question])
    // @NOTE a model may answer anything.
    const wild = [null, 'Why?', { question: 5 }, { question: 'Why?' }] as unknown as Questions
    expect(await offered(...wild, WHO)).toEqual([WHO.question])
  })

  it('comments are no part of what a model reads', async () => {
    await offered(WHO)
    const sent = userMessageOf(skerry.model.requests.at(-1)!)
    expect(sent).toContain('Buses of line 12 stop at the gate')
    expect(sent).not.toMatch(/proposed to my wife|tea in the café/)
  })

  it('a long page is read in eight parts at most, and its questions are spread over them', async () => {
    await using site = await service.another({ '/': longPage(20) }, 'pro')
    site.model.answer = asking(ofVolumes)
    await site.scan()
    const asked = (await site.prompt('/')).questions.map(({ text }) =>
      Number(/\d+/.exec(text)?.[0]),
    )
    expect(asked).toHaveLength(5)
    expect(asked).toEqual(asked.toSorted((a, b) => a - b))
    expect(site.model.requests).toHaveLength(5)
    expect(Math.max(...asked) - Math.min(...asked)).toBeGreaterThan(5)
    expect(await credits(site)).toBe(2)

    site.model.answer = asking(() => [])
    const { pageId } = await site.prompt('/')
    await site.regenerate({ pageIds: [pageId] })
    const parts = site.model.requests.slice(5).map(sentTextOf)
    expect(parts).toHaveLength(8)
    expect(parts.every((text) => text.length <= 6_000 && text.length > 4_000)).toBe(true)
    expect(parts.every((text) => text.endsWith('.'))).toBe(true)
    expect(await credits(site)).toBe(3)
  })

  it('a part that fails costs a page its questions alone', async () => {
    await using site = await service.another({ '/': longPage(3) })
    site.model.answer = (response, request) => {
      const text = sentTextOf(request)
      if (text.includes('Volume 1 ')) sendCompletion(response, textsFor(request, ofVolumes(text)))
      else respondWithJson(response, 401)
    }
    expect(await site.scan()).toMatchObject({ warnings: [] })
    const { source, questions } = await site.prompt('/')
    expect(source).toBe('llm')
    const text = 'With which storm does volume 1 of the book begin?'
    expect(questions).toContainEqual({ text, origin: 'model' })
    expect(site.model.requests).toHaveLength(2)
  })

  it('legal pages and lists are not asked about', async () => {
    const text = 'The law of the coast says how far from the cliff a house may stand. '.repeat(9)
    await using site = await service.another({ '/': page('Houses at the cliff', { text }) })
    const rule = { name: 'Legal', match: { path: '/' }, actions: { setType: 'legal' } }
    await site.call('POST', `/rules/${site.site}`, rule)
    site.model.answer = asking(() => [
      { question: 'How far from the cliff may a house stand?', sentence: text.slice(0, 67) },
    ])
    await site.scan()
    expect(site.model.requests.map(userMessageOf).join('')).toContain('\nQuestions: none\n')
    expect((await site.prompt('/')).questions).toEqual([])
  })

  it('a site may say no: a model gets none of its pages, and gives back what it wrote', async () => {
    const set = async (languageModel: boolean) => {
      const { body } = await skerry.call('PUT', `/sites/${skerry.site}`, { languageModel })
      expect(body.data).toMatchObject({ languageModel })
    }
    await offered(WHO)
    const before = skerry.model.requests.length
    await set(false)
    await skerry.regenerate({ all: true })
    expect(skerry.model.requests).toHaveLength(before)
    expect(await skerry.prompt('/')).toMatchObject({ source: 'generated' })
    await set(true)
    await skerry.scan()
    expect(await skerry.prompt('/')).toMatchObject({
      source: 'llm',
      questions: [{ text: WHO.question }],
    })
  })

  it('a site that says no in the middle of a run sends a model nothing more', async () => {
    const names = Array.from({ length: 14 }, (_, i) => `/p${i}`)
    const texts = names.map((name, i) => [name, page(`Tide ${i}`, { text: `Tide ${i} rises.` })])
    const pages = { '/': page('Tides', { links: names }), ...Object.fromEntries(texts) }
    await using site = await service.another(pages)
    let refusal: Promise<unknown> | undefined
    site.model.answer = (response, request) => {
      refusal ??= site.call('PUT', `/sites/${site.site}`, { languageModel: false })
      void refusal.then(() => sendCompletion(response, textsFor(request)))
    }
    await site.scan()
    // The pages of a step are sent together.
    expect(site.model.requests.length).toBeLessThan(names.length)
  })
})
