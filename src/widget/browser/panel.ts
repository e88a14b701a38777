import { makeActions } from './actions.ts'
import { cleanQuestion } from './clean-question.ts'
import type { Tell } from './events.ts'
import { makeLinks } from './links.ts'
import { make, makeButton } from './make.ts'
import type { PagePrompt, WidgetConfig } from './widget-config.ts'

type Given = string | Promise<string>

/** Makes what a reader sees of the widget, but for the button that shows it. */
export function makePanel(config: WidgetConfig, tell: Tell): HTMLElement {
  const { prompts, question, showPromptPreview, strings } = config
  const own = prompts.default.find(({ text }) => text.includes(question.mark))
  const offered = prompts.default.filter((prompt) => prompt !== own)
  // @NOTE a page without any prompt fails below, and shows nothing.
  let chosen = (offered[0] ?? own) as PagePrompt
  let prompt = chosen
  let asked = ''
  const input = make('input')
  const whole = make('pre')
  const preview = make('details', make('summary', strings.preview), whole)
  const status = make('output')

  const copy = async (given: Given = whole.textContent, done = strings.copied): Promise<void> => {
    status.textContent = strings.failed
    try {
      await navigator.clipboard.writeText(await given)
      status.textContent = done
    } catch (error) {
      status.before(preview) // Also where the owner shows none.
      preview.open = true
      getSelection()?.selectAllChildren(whole)
      throw error
    }
  }
  const onOpened = (target: string): void => {
    const about = { target, promptKind: prompt.kind, promptId: prompt.promptId }
    if (asked) tell({ kind: 'question', question: asked, ...about })
    tell({ kind: 'ai_click', ...about })
    copy(undefined, strings.opened).catch(String)
  }
  const list = make('ul')
  const refresh = (): void => {
    asked = cleanQuestion(input.value)
    prompt = own && asked ? own : chosen
    whole.textContent = prompt.text.replace(question.mark, () => asked)
    kinds.forEach((kind, at) => (kind.ariaPressed = `${prompt === offered[at]}`))
    list.replaceChildren(...makeLinks(config, whole.textContent, onOpened))
  }
  const kinds = offered.map((one) =>
    makeButton(one.label, () => {
      chosen = one
      input.value = ''
      refresh()
    }),
  )
  Object.assign(input, question, { dir: 'auto' }).oninput = refresh
  // @NOTE of the ways to know Enter, this one leaves out the Enter that ends a word in Japanese, in every browser.
  input.onkeydown = ({ keyCode }) => {
    if (keyCode === 13) list.querySelector('a')?.click()
  }
  refresh()
  return make(
    'div',
    make('strong', strings.title),
    make('p', ...kinds),
    own ? make('label', strings.question, input) : '',
    list,
    make('p', ...makeActions(config, tell, copy)),
    showPromptPreview ? preview : '',
    status,
  )
}
