import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { AnsweringServer } from './testing/answering-server.ts'
import { waitUntil, type SiteVisit } from './testing/site-visit.ts'
import { WidgetStage } from './testing/widget-stage.ts'
import { widgetScript } from './widget-script.ts'

const { texts } = widgetTexts('en')

let stage: WidgetStage
let evil: AnsweringServer
/** The paths that the other host was asked for. */
let asked: string[]
/** The names of properties of a document or a window that the script mentions. */
let readNames: string[]
/** The names of all properties that a document or a window has. */
let allNames: string[]

const NAMES_OF_PAGE = `(() => {
  const names = new Set()
  for (let one of [document, window]) {
    for (; one; one = Object.getPrototypeOf(one)) Object.getOwnPropertyNames(one).forEach((name) => names.add(name))
  }
  return [...names]
})()`

beforeAll(async () => {
  stage = await WidgetStage.start(CHROMIUM_PATH, texts)
  asked = []
  evil = await AnsweringServer.start(({ path }) => {
    asked.push(path)
    return { headers: { 'Access-Control-Allow-Origin': '*' }, body: '' }
  })
  await using visit = await stage.open({ head: '' })
  allNames = await visit.page.evaluate<string[]>(NAMES_OF_PAGE)
  const said = new Set((await widgetScript()).match(/[\w$]+/g))
  readNames = allNames.filter((name) => said.has(name))
})

afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  await evil[Symbol.asyncDispose]()
})

/** The elements that take the place of a property of the document or of the window, as a visitor may write them. */
const KINDS: Readonly<Record<string, (name: string) => string>> = {
  img: (name) =>
    `<img name="${name}" id="${name}" src="${evil.origin}/pixel" data-site-id="site_evil">`,
  form: (name) =>
    `<form name="${name}" action="${evil.origin}/form"><input name="src" value="${evil.origin}/form">` +
    `<input name="dataset"><input name="call"><input name="querySelector"></form>`,
  iframe: (name) => `<iframe hidden name="${name}" src="about:blank"></iframe>`,
  object: (name) =>
    `<object hidden name="${name}" id="${name}" data="" data-site-id="site_evil"></object>`,
  embed: (name) => `<embed hidden name="${name}" src="" data-site-id="site_evil">`,
  twice: (name) => `<img name="${name}" src="${evil.origin}/pixel"><a id="${name}"></a>`.repeat(2),
}

/** Reads the state of the widget: whether it has its own prompts, what it reported, and which other hosts it asked. */
async function lookAt(visit: SiteVisit) {
  const path = new URL(visit.page.url()).pathname
  await visit.seen()
  await visit.widget.scrollIntoViewIfNeeded()
  const prompt = await visit.prompt()
  await waitUntil(() => stage.kindsOf(path).includes('impression'))
  const told = stage
    .eventsOf(path)
    .map(({ kind, siteId, title, referrer }) => [kind, siteId, title, referrer])
  const isOwn = prompt.includes(`https://example.com${path}`)
  const others = asked.filter((one) => one !== '/pixel')
  return { isOwn, widgets: await visit.widget.count(), told, others, errors: visit.errors }
}

const referer = 'https://search.example/'

/** The state of the widget on a page without any of these elements. */
const UNMOVED = {
  isOwn: true,
  widgets: 1,
  told: ['referral', 'impression'].map((kind) => [kind, 'site_widget', 'Tea at noon', referer]),
  others: [],
  errors: [],
}

describe('a page on which a stranger may write elements with names', () => {
  it.each(Object.keys(KINDS))(
    'keeps its widget whatever is named by markup (%s), in front of the tag and behind it',
    async (kind) => {
      expect(readNames).toEqual(expect.arrayContaining(['currentScript', 'referrer', 'fetch']))
      const markup = readNames.map((name) => KINDS[kind]?.(name)).join('')
      for (const body of [markup + stage.service.tag(), stage.service.tag() + markup]) {
        await using visit = await stage.open({ head: '', body }, { referer })
        expect(await lookAt(visit)).toEqual(UNMOVED)
      }
    },
  )

  it('keeps it where every name that there is is taken, however the tag comes', async () => {
    const markup = allNames.map((name) => KINDS['img']?.(name)).join('')
    const { scriptUrl } = stage.service
    // The way of a tag manager.
    const inserted = `<script>{
      const tag = Object.assign(Document.prototype.createElement.call(document, 'script'), { src: '${scriptUrl}' })
      tag.dataset.siteId = 'site_widget'
      Document.prototype.querySelector.call(document, 'head').append(tag)
    }</script>`
    const tags = [stage.service.tag(), stage.service.tag().replace('async', 'defer'), inserted]
    for (const tag of tags) {
      await using visit = await stage.open({ head: '', body: markup + tag + markup }, { referer })
      expect(await lookAt(visit)).toEqual(UNMOVED)
    }
  })

  it('has it in a form whose fields are called as the ways to put something in', async () => {
    for (const position of ['before', 'after', 'start', 'end']) {
      const fields = ['before', 'after', 'prepend', 'append'].map(
        (name) => `<input name="${name}">`,
      )
      const body = `<form id="spot">${fields.join('')}</form>`
      const changes = { placement: { selector: '#spot', position } }
      await using visit = await stage.open({ body, changes }, { referer })
      expect(await lookAt(visit)).toEqual(UNMOVED)
    }
  })

  it('has none where no script element loaded it, whatever else is called so', async () => {
    const { scriptUrl } = stage.service
    const other = `<img name="currentScript" src="${evil.origin}/pixel" data-site-id="site_widget">`
    const module = `<script type="module" src="${scriptUrl}" data-site-id="site_widget"></script>`
    const drawn = `<svg><script href="${scriptUrl}" data-site-id="site_widget"></script></svg>`
    const evaluated = `<script>fetch('${scriptUrl}').then((answer) => answer.text()).then(eval)</script>`
    for (const tag of [module, drawn, evaluated]) {
      await using visit = await stage.open({ head: '', body: other + tag })
      await visit.page.waitForLoadState('networkidle')
      expect(await visit.widget.count()).toBe(0)
      expect(await visit.page.evaluate("customElements.get('ask-ai') === undefined")).toBe(true)
      expect(asked.filter((one) => one !== '/pixel')).toEqual([])
      expect(visit.errors).toEqual([])
    }
  })
})
