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

/** Percent-encodes everything except unreserved characters, as the protocol encodes a prompt. */
const encoded = (prompt: string): string =>
  [...Buffer.from(prompt)]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      return /[\w.~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

const QUESTIONS = ['Is tea green?', 'When is tea best for people who sleep badly?', 'Why noon?']

const asked = QUESTIONS.map((text) => ({ text, origin: 'page' }))

const FOCUSED = `document.querySelector('ask-ai').shadowRoot.activeElement`

describe('the link', () => {
  it.each(TARGETS.filter(({ before }) => before !== null))(
    'opens $label with exactly the prompt that is shown, and copies it',
    async ({ label, before, after, submits }) => {
      await using visit = await stage.open()
      const prompt = await visit.prompt()
      await visit.choose(label)
      expect(await visit.go.textContent()).toBe(`Ask ${label}`)
      expect(await visit.hint()).toBe(submits === 'never' ? texts.fills : texts.sends)
      expect(await visit.press(label)).toBe(`${before}${encoded(prompt)}${after}`)
      expect(await visit.readClipboard()).toBe(prompt)
      expect(await visit.hint()).toBe(texts.opened)
      expect(visit.opened).toHaveLength(1)
    },
  )

  it('opens the home of an assistant that takes no prompt, or not so long a one, and says that it is pasted', async () => {
    await using visit = await stage.open()
    await visit.choose('Gemini')
    expect(await visit.hint()).toBe(texts.paste)
    expect(await visit.press('Gemini')).toBe('https://gemini.google.com/app')
    expect(await visit.readClipboard()).toBe(await visit.prompt())
    const targets = TARGETS.map((target) => ({ ...target, maxUrlBytes: 100 }))
    await using other = await stage.open({ changes: { targets } })
    expect(await other.hint()).toBe(texts.paste)
    expect(await other.press('ChatGPT')).toBe('https://chatgpt.com/')
    expect(await other.readClipboard()).toBe(await other.prompt())
  })

  it('is the only one, and opens a new tab that has no hold on the page', async () => {
    await using visit = await stage.open()
    await visit.unfold()
    expect(await visit.widget.getByRole('link').count()).toBe(1)
    expect(await visit.go.getAttribute('target')).toBe('_blank')
    expect(await visit.go.getAttribute('rel')).toBe('noopener')
  })

  it('with the middle button counts and copies as any other, with the right one, which opens a menu, is none', async () => {
    await using visit = await stage.open()
    await visit.unfold()
    await visit.go.click({ button: 'right' })
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    await visit.go.click({ button: 'middle' })
    await visit.widget.getByText(texts.opened).waitFor()
    await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
  })

  it('is none where no assistant is left, and stands alone where one is', async () => {
    await using none = await stage.open({ changes: { targets: [] } })
    await none.unfold()
    expect(await none.widget.getByRole('link').count()).toBe(0)
    expect(await none.button(texts.copy_prompt).isVisible()).toBe(true)
    await using one = await stage.open({ changes: { targets: TARGETS.slice(1, 2) } })
    await one.unfold()
    expect(await one.radio('Claude').count()).toBe(0)
    expect(await one.go.textContent()).toBe('Ask Claude')
  })
})

describe('a suggestion', () => {
  it('on the closed row opens it with that task, ready to be sent', async () => {
    await using visit = await stage.open()
    await visit.button('Key points').click()
    expect(await visit.radio('Key points').isChecked()).toBe(true)
    expect(await visit.prompt()).toMatch(/^List the key points/)
    expect(await visit.page.evaluate(`${FOCUSED}.textContent`)).toBe('Ask ChatGPT')
    expect(decodeURIComponent(await visit.press('Claude'))).toContain('?q=List the key')
  })

  it.each([true, false])(
    'that is a question comes first, four in all, with a field for one of the reader: %s',
    async (enabled) => {
      const question = { enabled, maxLength: 300, placeholder: '', mark: QUESTION_MARK }
      const changes = { questions: asked, question }
      await using visit = await stage.open({ changes })
      // A label of more than 24 characters has no room on the row.
      await visit.seen()
      expect(await visit.widget.locator('.row .chip').allTextContents()).toEqual([
        'Is tea green?',
        'Why noon?',
        'Summarize',
      ])
      expect(await visit.prompt()).toMatch(/^Is tea green\?\n\nSource: https:/)
      expect(await visit.field.count()).toBe(enabled ? 1 : 0)
      const chips = visit.widget.locator('.panel .chip')
      expect(await chips.allTextContents()).toEqual([...QUESTIONS, 'Summarize'])
      await visit.radio('Why noon?').check()
      const { searchParams } = new URL(await visit.press('Claude'))
      expect(searchParams.get('q')).toMatch(/^Why noon\?\n\nSource: https:/)
      await expect.poll(() => stage.kindsOf(visit)).toContain('ai_click')
      // A reader has typed nothing.
      expect(stage.kindsOf(visit)).not.toContain('question')
    },
  )
})

describe('a question of the reader', () => {
  it('takes its place in the prompt, cleaned, and is never read as more than text', async () => {
    await using visit = await stage.open()
    await visit.type(` Is $& <b>tea</b>\u200b ${QUESTION_MARK} {title}  green? `)
    const question = 'Is $& <b>tea</b> {title} green?'
    expect(await visit.prompt()).toBe((await visit.prompt()).replace(/^.*$/m, () => question))
    expect(await visit.widget.locator('.tasks :checked').count()).toBe(0)
    expect(new URL(await visit.press('Claude')).searchParams.get('q')).toBe(await visit.prompt())
    await expect.poll(() => stage.kindsOf(visit)).toContain('question')
    const [event] = stage.eventsOf(visit).filter(({ kind }) => kind === 'question')
    expect(event).toMatchObject({ question, target: 'claude', promptKind: 'ask' })
  })

  it('is asked with Enter, as by the link', async () => {
    await using visit = await stage.open()
    await visit.type('Is it green?')
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => visit.opened.length).toBe(1)
    expect(visit.opened[0]).toContain('https://chatgpt.com/?q=Is%20it%20green%3F')
  })

  it('leaves again when a task is chosen', async () => {
    await using visit = await stage.open()
    await visit.type('Is it green?')
    await visit.radio('Summarize').check()
    expect(await visit.field.inputValue()).toBe('')
    expect(await visit.prompt()).toMatch(/^Summarize/)
  })

  it('has at most as many characters as the owner lets it have', async () => {
    const question = { enabled: true, maxLength: 5, placeholder: '', mark: QUESTION_MARK }
    await using visit = await stage.open({ changes: { question } })
    await visit.unfold()
    await visit.field.pressSequentially('Is it green?')
    expect(await visit.prompt()).toMatch(/^Is it\n/)
  })

  it('cannot be asked where the owner wants none', async () => {
    const prompts = { default: [{ kind: 'summarize', label: 'Summarize', text: 'Summarize.' }] }
    await using visit = await stage.open({ changes: { prompts, questions: asked } })
    expect(await visit.prompt()).toBe('Summarize.')
    expect(await visit.field.count()).toBe(0)
    expect(await visit.widget.locator('.panel .chip').allTextContents()).toEqual(['Summarize'])
  })
})

describe('copying and sharing', () => {
  it('copies the prompt, with a tick for a while, and the link, and tells each', async () => {
    await using visit = await stage.open()
    const prompt = await visit.prompt()
    await visit.button(texts.copy_prompt).click()
    await visit.widget.locator('button.copy .done').waitFor()
    expect(await visit.hint()).toBe(texts.copied)
    expect(await visit.readClipboard()).toBe(prompt)
    await visit.widget.locator('button.copy .copy').waitFor()
    await visit.button(texts.copy_link).click()
    await expect.poll(() => visit.readClipboard()).toBe(visit.page.url())
    const methods = () => stage.eventsOf(visit).flatMap(({ method }) => method ?? [])
    await expect.poll(methods).toEqual(['copy_prompt', 'copy_link'])
  })

  it('copies the Markdown of a page that has it', async () => {
    const markdownUrl = stage.page({ head: '# Tea' })
    const page = { path: '/', title: 'Tea', markdownUrl }
    await using visit = await stage.open({ changes: { page } })
    await visit.unfold()
    await visit.button(texts.copy_markdown).click()
    await expect.poll(() => visit.readClipboard()).toContain('# Tea')
  })

  it('has no button for Markdown that is not there, nor for sharing where the browser cannot', async () => {
    await using visit = await stage.open({}, { before: 'delete Navigator.prototype.share' })
    await visit.unfold()
    await visit.button(texts.copy_link).waitFor()
    expect(await visit.button(texts.copy_markdown).count()).toBe(0)
    expect(await visit.button(texts.share).count()).toBe(0)
  })

  it('shares the page where the browser can, and tells it once it has', async () => {
    const before = 'navigator.share = (data) => { window.shared = data; return Promise.resolve() }'
    await using visit = await stage.open({}, { before })
    await visit.unfold()
    await visit.button(texts.share).click()
    await expect.poll(() => stage.eventsOf(visit).map(({ method }) => method)).toContain('native')
    expect(await visit.page.evaluate('shared')).toEqual({ url: visit.page.url() })
  })

  it('tells nothing of what the reader gave up', async () => {
    const before = 'navigator.share = () => Promise.reject(new Error("AbortError"))'
    await using visit = await stage.open({}, { before })
    await visit.unfold()
    await visit.button(texts.share).click()
    await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
    expect(visit.errors).toEqual([])
  })

  it.each([true, false])(
    'marks the prompt where a page over plain http may not write to the clipboard, offered before: %s',
    async (showPromptPreview) => {
      await using visit = await stage.open(
        { changes: { showPromptPreview } },
        { host: 'site.test' },
      )
      await visit.unfold()
      expect(await visit.widget.getByText(texts.preview, { exact: true }).isVisible()).toBe(
        showPromptPreview,
      )
      await visit.button(texts.copy_prompt).click()
      await visit.widget.getByText(texts.failed).waitFor()
      expect(await visit.widget.locator('pre').isVisible()).toBe(true)
      expect(await visit.page.evaluate('String(getSelection())')).toContain('Source: https://')
      await expect.poll(() => stage.kindsOf(visit)).toEqual(['impression'])
      expect(visit.errors).toEqual([])
    },
  )
})

describe('the keyboard alone', () => {
  it('reaches everything in the order that it is seen in, and shows where it is', async () => {
    await using visit = await stage.open()
    await visit.seen()
    const names: unknown[] = []
    const go = async (key: string): Promise<void> => {
      await visit.page.keyboard.press(key)
      const named = `${FOCUSED}.ariaLabel || ${FOCUSED}.parentNode.innerText.split('\\n')[0]`
      names.push(await visit.page.evaluate(named))
    }
    await go('Tab')
    await visit.page.keyboard.press('Enter')
    for (const key of [
      'Tab',
      'Tab',
      'ArrowRight',
      'Tab',
      'Tab',
      'ArrowLeft',
      'Tab',
      'Tab',
      'Tab',
    ]) {
      await go(key)
      // The chosen input does not show the ring; the element that is drawn for it does.
      const shown = `(${FOCUSED}.type === 'radio' ? ${FOCUSED}.nextSibling : ${FOCUSED})`
      expect(await visit.page.evaluate(`getComputedStyle(${shown}).outlineStyle`)).toBe('solid')
    }
    expect(names).toEqual([
      texts.title,
      texts.question,
      'Summarize',
      'Key points',
      texts.preview,
      'ChatGPT',
      'Gemini',
      'Ask Gemini',
      texts.copy_prompt,
      texts.copy_link,
    ])
    expect(await visit.prompt()).toMatch(/^List the key points/)
  })

  it('opens the panel of a pill, closes it, and is where it was', async () => {
    const changes = { placement: { selector: null, position: 'float' } }
    await using visit = await stage.open({ changes })
    await visit.seen()
    expect(await visit.panel.count()).toBe(0)
    await visit.page.keyboard.press('Tab')
    for (const key of ['Escape', 'Enter']) {
      await visit.page.keyboard.press('Enter')
      await visit.panel.waitFor()
      await visit.page.keyboard.press('Tab')
      expect(await visit.page.evaluate(`${FOCUSED}.ariaLabel`)).toBe(texts.close)
      await visit.page.keyboard.press(key)
      await visit.panel.waitFor({ state: 'hidden' })
      expect(await visit.page.evaluate(`${FOCUSED}.textContent`)).toBe(texts.short)
    }
    await visit.button(texts.short).click()
    await visit.panel.waitFor()
    await visit.page.locator('h1').click()
    await visit.panel.waitFor({ state: 'hidden' })
  })

  it('opens and closes it too where the browser has no popovers', async () => {
    const changes = { placement: { selector: null, position: 'float' } }
    const before = 'delete HTMLElement.prototype.popover'
    await using visit = await stage.open({ changes }, { before })
    for (let time = 0; time < 2; time++) {
      await visit.unfold()
      await visit.button(texts.close).click()
      await visit.panel.waitFor({ state: 'hidden' })
    }
    expect(visit.errors).toEqual([])
  })
})
