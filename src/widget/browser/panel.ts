import { cleanQuestion } from './clean-question.ts'
import type { Tell } from './events.ts'
import { hrefOf } from './href.ts'
import { make, makeButton } from './make.ts'
import type { PagePrompt, WidgetAction, WidgetConfig } from './widget-config.ts'

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

/** Makes the links that take a prompt to the targets, each with what it will do. */
function makeLinks(
  { strings, targets }: WidgetConfig,
  prompt: string,
  onOpened: (target: string) => void,
): HTMLElement[] {
  return targets.map((target) => {
    const href = hrefOf(target, prompt)
    // Apps of telephones take such a link and leave the prompt out.
    const isPasted = !href || (navigator.maxTouchPoints && target.mobile !== 'works')
    const sends = href && target.submits !== 'never' ? `${strings.sends} ` : ''
    const link = make('a', target.label, make('small', sends + (isPasted ? strings.paste : '')))
    link.href = href || target.home
    link.target = '_blank'
    link.rel = 'noopener'
    link.onclick = link.onauxclick = ({ button }) => {
      // The right button opens a menu.
      if (button < 2) onOpened(target.id)
    }
    return make('li', link)
  })
}

/** Makes a button for each action that this page and this browser have. */
function makeActions(
  { actions, page, strings }: WidgetConfig,
  tell: Tell,
  copy: (text?: string | Promise<string>) => Promise<unknown>,
): HTMLElement[] {
  const url = location.href
  const markdownUrl = page?.markdownUrl
  // @NOTE what the page or the browser does not have is not of this type, and is left out below, as asking is.
  const runs = {
    copy_prompt: () => copy(),
    copy_markdown: markdownUrl && (() => copy(fetch(markdownUrl).then(textOf))),
    copy_link: () => copy(url),
    share: 'share' in navigator && (() => navigator.share({ url })),
  } as Readonly<Record<string, () => Promise<unknown>>>
  return actions
    .filter((action) => runs[action])
    .map((action) =>
      makeButton(strings[action as WidgetAction], () => {
        const method = action === 'share' ? 'native' : action
        // What a reader gives up, or a browser refuses, has not happened.
        runs[action]?.().then(() => tell({ kind: 'share', method }), String)
      }),
    )
}

const textOf = (answer: Response): Promise<string> =>
  answer.ok ? answer.text() : Promise.reject(answer)
