import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { WidgetStage } from './testing/widget-stage.ts'
import { QUESTION_MARK, TARGETS } from './testing/widget-settings.ts'

const { texts } = widgetTexts('en')

let stage: WidgetStage

beforeAll(async () => {
  stage = await WidgetStage.start(CHROMIUM_PATH, texts)
})

afterAll(() => stage[Symbol.asyncDispose]())

/** All but unreserved characters, as the protocol encodes a prompt. */
const encoded = (prompt: string): string =>
  [...Buffer.from(prompt)]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      return /[\w.~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

describe('a press on a target', () => {
  it.each(TARGETS.filter(({ before }) => before !== null))(
    'opens $label with exactly the prompt that is shown, and copies it',
    async ({ label, before, after }) => {
      await using visit = await stage.open()
      await visit.link(label).waitFor()
      const prompt = await visit.prompt()
      expect(await visit.press(label)).toBe(`${before}${encoded(prompt)}${after}`)
      expect(await visit.readClipboard()).toBe(prompt)
      expect(await visit.widget.getByRole('status').textContent()).toBe(texts.opened)
      expect(visit.opened).toHaveLength(1)
    },
  )

  it('opens the home of a target that takes no prompt, and says that it is pasted', async () => {
    await using visit = await stage.open()
    expect(await visit.press('Gemini')).toBe('https://gemini.google.com/app')
    expect(await visit.readClipboard()).toBe(await visit.prompt())
    expect(await visit.link('Gemini').textContent()).toContain(texts.paste)
  })

  it('never cuts a prompt that is too long for a target', async () => {
    const targets = TARGETS.map((target) => ({ ...target, maxUrlBytes: 100 }))
    await using visit = await stage.open({ changes: { targets } })
    expect(await visit.press('ChatGPT')).toBe('https://chatgpt.com/')
    expect(await visit.readClipboard()).toBe(await visit.prompt())
    expect(await visit.link('ChatGPT').textContent()).toContain(texts.paste)
  })

  it('says which targets may send at once, also where nobody knows', async () => {
    await using visit = await stage.open()
    await visit.link('Claude').waitFor()
    expect(await visit.link('ChatGPT').textContent()).toContain(texts.sends)
    expect(await visit.link('Perplexity').textContent()).toContain(texts.sends)
    expect(await visit.link('Claude').textContent()).toBe('Claude')
  })

  it('says on a device that is touched that an app may leave the prompt out', async () => {
    await using visit = await stage.open({}, { hasTouch: true })
    await visit.link('Claude').waitFor()
    expect(await visit.link('ChatGPT').textContent()).toContain(texts.paste)
    expect(await visit.link('Claude').textContent()).toBe('Claude')
  })

  it('opens a new tab that has no hold on the page', async () => {
    await using visit = await stage.open()
    const link = visit.link('Claude')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toBe('noopener')
  })

  it('with the middle button counts and copies as any other', async () => {
    await using visit = await stage.open()
    await visit.link('Claude').click({ button: 'middle' })
    await visit.widget.getByText(texts.opened).waitFor()
    await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
  })

  it('with the right button, which opens a menu, is none', async () => {
    await using visit = await stage.open()
    await visit.link('Claude').click({ button: 'right' })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
  })
})

describe('another prompt of the page', () => {
  it('is chosen by a button that says so', async () => {
    await using visit = await stage.open()
    expect(await visit.button('Summarize').getAttribute('aria-pressed')).toBe('true')
    await visit.button('Explain').click()
    expect(await visit.button('Summarize').getAttribute('aria-pressed')).toBe('false')
    expect(await visit.button('Explain').getAttribute('aria-pressed')).toBe('true')
    expect(await visit.prompt()).toMatch(/^Explain/)
    expect(decodeURIComponent(await visit.press('Claude'))).toContain('?q=Explain')
  })
})

describe('a question of the reader', () => {
  it('takes its place in the prompt, cleaned, and is never read as more than text', async () => {
    await using visit = await stage.open()
    const typed = ` Is $& <b>tea</b>\u200b ${QUESTION_MARK} {title}  green? `
    await visit.widget.getByRole('textbox').fill(typed)
    const question = 'Is $& <b>tea</b> {title} green?'
    expect(await visit.prompt()).toBe((await visit.prompt()).replace(/^.*$/m, () => question))
    expect(new URL(await visit.press('Claude')).searchParams.get('q')).toBe(await visit.prompt())
    await expect.poll(() => stage.kindsOf(visit)).toContain('question')
    const [event] = stage.eventsOf(visit).filter(({ kind }) => kind === 'question')
    expect(event).toMatchObject({ question, target: 'claude', promptKind: 'ask' })
  })

  it('is asked with Enter, as by the first link', async () => {
    await using visit = await stage.open()
    await visit.widget.getByRole('textbox').fill('Is it green?')
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => visit.opened.length).toBe(1)
    expect(visit.opened[0]).toContain('https://chatgpt.com/?q=Is%20it%20green%3F')
  })

  it('leaves again when another prompt is pressed', async () => {
    await using visit = await stage.open()
    await visit.widget.getByRole('textbox').fill('Is it green?')
    await visit.button('Summarize').click()
    expect(await visit.widget.getByRole('textbox').inputValue()).toBe('')
    expect(await visit.prompt()).toMatch(/^Summarize/)
  })

  it('has at most as many characters as the owner lets it have', async () => {
    const question = { enabled: true, maxLength: 5, placeholder: '', mark: QUESTION_MARK }
    await using visit = await stage.open({ changes: { question } })
    await visit.widget.getByRole('textbox').pressSequentially('Is it green?')
    expect(await visit.prompt()).toMatch(/^Is it\n/)
  })

  it('cannot be asked where the owner wants none', async () => {
    const prompts = { default: [{ kind: 'explain', label: 'Explain', text: 'Explain.' }] }
    await using visit = await stage.open({ changes: { prompts } })
    await visit.link('Claude').waitFor()
    expect(await visit.widget.getByRole('textbox').count()).toBe(0)
  })
})

describe('copying and sharing', () => {
  it('copies the prompt and the link, and tells each', async () => {
    await using visit = await stage.open()
    await visit.button(texts.copy_prompt).click()
    await expect.poll(() => visit.readClipboard()).toBe(await visit.prompt())
    await visit.button(texts.copy_link).click()
    await expect.poll(() => visit.readClipboard()).toBe(visit.page.url())
    const methods = () => stage.eventsOf(visit).flatMap(({ method }) => method ?? [])
    await expect.poll(methods).toEqual(['copy_prompt', 'copy_link'])
  })

  it('copies the Markdown of a page that has it', async () => {
    const markdownUrl = stage.page({ head: '# Tea' })
    const page = { path: '/', title: 'Tea', markdownUrl }
    await using visit = await stage.open({ changes: { page } })
    await visit.button(texts.copy_markdown).click()
    await expect.poll(() => visit.readClipboard()).toContain('# Tea')
  })

  it('has no button for Markdown that is not there, nor for sharing where the browser cannot', async () => {
    await using visit = await stage.open({}, { before: 'delete Navigator.prototype.share' })
    await visit.button(texts.copy_link).waitFor()
    expect(await visit.button(texts.copy_markdown).count()).toBe(0)
    expect(await visit.button(texts.share).count()).toBe(0)
  })

  it('shares the page where the browser can, and tells it once it has', async () => {
    const before = 'navigator.share = (data) => { window.shared = data; return Promise.resolve() }'
    await using visit = await stage.open({}, { before })
    await visit.button(texts.share).click()
    await expect.poll(() => stage.eventsOf(visit).map(({ method }) => method)).toContain('native')
    expect(await visit.page.evaluate('shared')).toEqual({ url: visit.page.url() })
  })

  it('tells nothing of what the reader gave up', async () => {
    const before = 'navigator.share = () => Promise.reject(new Error("AbortError"))'
    await using visit = await stage.open({}, { before })
    await visit.button(texts.share).click()
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    expect(visit.errors).toEqual([])
  })

  it('marks the prompt where a page over plain http may not write to the clipboard', async () => {
    await using visit = await stage.open({}, { host: 'site.test' })
    await visit.button(texts.copy_prompt).click()
    await visit.widget.getByText(texts.failed).waitFor()
    expect(await visit.page.evaluate('String(getSelection())')).toContain('Source: https://')
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    expect(visit.errors).toEqual([])
  })
})

describe('the whole prompt', () => {
  it('is not offered where the owner wants none, until it has to be copied by hand', async () => {
    const changes = { showPromptPreview: false }
    await using visit = await stage.open({ changes }, { host: 'site.test' })
    await visit.link('Claude').waitFor()
    expect(await visit.widget.getByText(texts.preview).count()).toBe(0)
    await visit.button(texts.copy_prompt).click()
    await visit.widget.getByText(texts.failed).waitFor()
    expect(await visit.widget.locator('pre').isVisible()).toBe(true)
    expect(await visit.page.evaluate('String(getSelection())')).toContain('Source: https://')
    expect(visit.errors).toEqual([])
  })
})

describe('the keyboard alone', () => {
  it('reaches everything in the order that it is seen in, and shows where it is', async () => {
    await using visit = await stage.open()
    await visit.link('Claude').waitFor()
    const names: unknown[] = []
    for (let step = 0; step < 10; step++) {
      await visit.page.keyboard.press('Tab')
      const focused = 'document.querySelector("ask-ai").shadowRoot.activeElement'
      names.push(await visit.page.evaluate(`${focused}?.textContent || ${focused}?.localName`))
      expect(await visit.page.evaluate(`getComputedStyle(${focused}).outlineStyle`)).toBe('auto')
      if (names.at(-1) === texts.preview) break
    }
    expect(names).toEqual([
      'Summarize',
      'Explain',
      'input',
      `ChatGPT${texts.sends} `,
      'Claude',
      `Perplexity${texts.sends} `,
      `Gemini${texts.paste}`,
      texts.copy_prompt,
      texts.copy_link,
      texts.preview,
    ])
    await visit.page.keyboard.press('Enter')
    expect(await visit.widget.locator('pre').isVisible()).toBe(true)
  })

  it('opens the panel of a button, closes it with Escape, and is where it was', async () => {
    const placement = { selector: null, position: 'float' }
    await using visit = await stage.open({ changes: { mode: 'button', placement } })
    await visit.widget.getByText(texts.title).first().waitFor()
    expect(await visit.link('Claude').isVisible()).toBe(false)
    await visit.page.keyboard.press('Tab')
    await visit.page.keyboard.press('Enter')
    await visit.link('Claude').waitFor()
    await visit.page.keyboard.press('Tab')
    await visit.page.keyboard.press('Escape')
    expect(await visit.link('Claude').isVisible()).toBe(false)
    const focused = 'document.querySelector("ask-ai").shadowRoot.activeElement.textContent'
    expect(await visit.page.evaluate(focused)).toBe(texts.title)
    expect(await visit.faults()).toEqual([])
  })
})
