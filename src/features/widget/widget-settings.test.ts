import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WIDGET_TEXT_KEYS, widgetTexts } from '../../domain/widget/widget-texts.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { page } from '../../testing/web-site.ts'

let site: ScannedSite

beforeAll(async () => {
  site = await ScannedSite.start({ '/': page('Home') })
})
afterAll(() => site[Symbol.asyncDispose]())

type Members = Record<string, unknown>

const put = (widget: unknown) => site.call('PUT', `/sites/${site.id}`, { widget })

/** Reads the settings as the owner does. */
const settings = async () => (await site.call('GET', `/sites/${site.id}`)).body.data['widget']

/** Reads the configuration as readers get it. */
async function config(): Promise<Members> {
  site.app.clock.advance({ seconds: 10 })
  const answer = await fetch(`${site.app.url}/api/v1/sites/${site.id}/config`)
  // @NOTE the envelope of the API.
  const { data } = (await answer.json()) as { data: Members }
  return data
}

const DEFAULTS = {
  enabled: true,
  mode: 'bar',
  placement: { selector: null, position: 'end' },
  theme: { scheme: 'auto', accent: null, radius: null },
  locale: null,
  strings: {},
  targets: null,
  actions: ['ask', 'copy_prompt', 'copy_markdown', 'copy_link', 'share'],
  question: { enabled: true, maxLength: 300, placeholder: null },
  consent: { required: false, respectGpc: true },
  sampleRate: 1,
  showPromptPreview: true,
}

const CHANGED = {
  enabled: true,
  mode: 'button',
  placement: { selector: '#content > p', position: 'float' },
  theme: { scheme: 'dark', accent: '#0a7', radius: 0 },
  locale: 'de',
  strings: { title: 'Frag <b>uns</b>' },
  targets: ['perplexity', 'claude'],
  actions: ['copy_link', 'ask'],
  question: { enabled: true, maxLength: 80, placeholder: 'Und?' },
  consent: { required: true, respectGpc: false },
  sampleRate: 0.25,
  showPromptPreview: false,
}

beforeEach(() => put(null))

describe('the settings of the widget', () => {
  it('are what everybody has until the owner changes one', async () => {
    expect(await settings()).toEqual(DEFAULTS)
  })

  it('are what the owner sends, for who reads the site and for its readers', async () => {
    const answer = await put(CHANGED)
    expect(answer.body.data['widget']).toEqual(CHANGED)
    expect(await settings()).toEqual(CHANGED)
    const { strings, targets, question, ...shown } = await config()
    const { mode, placement, theme, actions, consent, sampleRate, showPromptPreview } = CHANGED
    const plain = { mode, placement, theme, actions, consent, sampleRate, showPromptPreview }
    expect(shown).toMatchObject({ ...plain, locale: 'de', enabled: true })
    expect(strings).toEqual({ ...widgetTexts('de').texts, title: 'Frag <b>uns</b>' })
    expect(targets).toMatchObject([
      { id: 'perplexity', order: 0 },
      { id: 'claude', order: 1 },
    ])
    expect(question).toMatchObject({ enabled: true, maxLength: 80, placeholder: 'Und?' })
  })

  it('stay where they are left out, and go back with null', async () => {
    await put(CHANGED)
    await put({ theme: { accent: null }, strings: { paste: 'Einfügen' }, targets: null })
    const theme = { ...CHANGED.theme, accent: null }
    const strings = { ...CHANGED.strings, paste: 'Einfügen' }
    const changed = { ...CHANGED, theme, strings, targets: null }
    expect(await settings()).toEqual(changed)
    await put({ theme: null, strings: { title: null } })
    const less = { ...changed, theme: DEFAULTS.theme, strings: { paste: 'Einfügen' } }
    expect(await settings()).toEqual(less)
    await site.call('PUT', `/sites/${site.id}`, { name: 'Coast' })
    expect(await settings()).toEqual(less)
    await put(null)
    expect(await settings()).toEqual(DEFAULTS)
  })

  it('may be sent back as they were read', async () => {
    await put({ mode: 'inline', strings: { title: 'Ask' } })
    const read = await settings()
    expect((await put(read)).body.data['widget']).toEqual(read)
  })

  it('give the configuration another etag, and the site another version', async () => {
    const [before, again] = [await config(), await config()]
    expect(again['etag']).toBe(before['etag'])
    await put({ mode: 'inline' })
    const after = await config()
    expect(after['etag']).not.toBe(before['etag'])
    expect(Number(after['version'])).toBe(Number(before['version']) + 1)
  })

  it('are in the audit log as they were sent', async () => {
    await put({ sampleRate: 0.5 })
    const [entry] = auditEntries(site.app.directory, site.org.id).slice(-1)
    const before = { widget: ['sampleRate'] }
    const detail = JSON.stringify({ widget: { sampleRate: 0.5 }, before })
    expect(entry).toMatchObject({ action: 'site.update', detail })
  })

  it('may show the widget nowhere, or no assistant', async () => {
    await put({ enabled: false })
    expect(await config()).toMatchObject({ enabled: false, prompts: { default: [] } })
    await put({ enabled: null, targets: [] })
    expect(await config()).toMatchObject({ enabled: true, targets: [] })
  })

  it.each([{ question: { enabled: false } }, { actions: ['copy_prompt'] }])(
    'may leave no place for a question: %j',
    async (widget) => {
      await put(widget)
      const { question, questions, prompts } = await config()
      expect(question).toMatchObject({ enabled: false })
      // A question that the page offers needs the prompt that asks it.
      const isOffered = Array.isArray(questions) && questions.length > 0
      expect(JSON.stringify(prompts).includes('\uE000')).toBe(isOffered)
    },
  )

  it('speak another language where all the texts are there', async () => {
    await put({ locale: 'it' })
    expect((await config())['locale']).toBe('en')
    await put({ strings: Object.fromEntries(WIDGET_TEXT_KEYS.map((key) => [key, 'Ciao'])) })
    expect((await config())['locale']).toBe('it')
  })
})

describe('what is no setting is refused by its name, and changes nothing', () => {
  it.each<[string, unknown]>([
    ['widget.colour', { colour: 'red' }],
    ['widget.theme.css', { theme: { css: 'x' } }],
    ['widget.strings.titel', { strings: { titel: 'x' } }],
    ['widget.mode', { mode: 'popup' }],
    ['widget.theme.accent', { theme: { accent: 'red;}*{display:none' } }],
    ['widget.theme.accent', { theme: { accent: '#12' } }],
    ['widget.theme.radius', { theme: { radius: 65 } }],
    ['widget.theme.radius', { theme: { radius: '1px' } }],
    ['widget.placement.selector', { placement: { selector: '</style><script>' } }],
    ['widget.placement.selector', { placement: { selector: `#${'a'.repeat(200)}` } }],
    ['widget.placement.position', { placement: { position: 'top' } }],
    ['widget.locale', { locale: 'German' }],
    ['widget.strings.title', { strings: { title: 'a\nb' } }],
    ['widget.strings.title', { strings: { title: 'a\u202eb' } }],
    ['widget.strings.title', { strings: { title: ' ' } }],
    ['widget.strings.title', { strings: { title: 'a'.repeat(201) } }],
    ['widget.targets[0]', { targets: ['skynet'] }],
    ['widget.targets', { targets: ['claude', 'claude'] }],
    ['widget.actions[0]', { actions: ['print'] }],
    ['widget.actions', { actions: ['ask', 'ask'] }],
    ['widget.question.maxLength', { question: { maxLength: 301 } }],
    ['widget.question.maxLength', { question: { maxLength: 0 } }],
    ['widget.sampleRate', { sampleRate: 1.5 }],
    ['widget.sampleRate', { sampleRate: -1 }],
    ['widget.consent', { consent: true }],
    ['widget.endpoint', { endpoint: 'https://evil.test/' }],
    ['widget', 'bar'],
    ['widget', []],
  ])('%s', async (path, widget) => {
    const { status, body } = await put(widget)
    expect([status, body.error?.fields.map((field) => field.path)]).toEqual([422, [path]])
    expect(await settings()).toEqual(DEFAULTS)
  })
})
