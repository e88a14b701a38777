import { makeActions } from './actions.ts'
import { filled, type Chips } from './chips.ts'
import { cleanQuestion } from './clean-question.ts'
import { makeClipboard, makeCopyButton } from './clipboard.ts'
import type { Tell } from './events.ts'
import { makeField } from './field.ts'
import { makeGo } from './go.ts'
import { make, type PartContent } from './make.ts'
import { makePromptView } from './prompt-view.ts'
import { makeRadios } from './radios.ts'
import { makeMark } from './sign.ts'
import type { PagePrompt, WidgetConfig } from './widget-config.ts'

export type AskPanel = [
  element: HTMLElement,
  /** Chooses the prompt of one of the chips by its index, so that it is ready to be sent. */
  choose: (chip: number) => void,
]

/**
 * Makes the panel: the choice of a prompt and an assistant, the link, and the other actions; `head` stands above them.
 */
export function makePanel(
  config: WidgetConfig,
  tell: Tell,
  [chips, own]: Chips,
  head?: PartContent,
): AskPanel {
  const { actions, question, showPromptPreview, strings, targets } = config
  // @NOTE a page without any prompt shows nothing, and none of those comes here.
  let chosen = (chips[0] ?? own) as PagePrompt
  let [target] = targets
  let asked = ''
  let prompt = chosen
  let text = ''
  const [view, showPrompt, selectPrompt] = makePromptView(strings.preview, showPromptPreview)
  const [output, say, copy] = makeClipboard(strings, selectPrompt)
  const [go, lead] = makeGo(strings.go, () => {
    const about = { target: target?.id, promptKind: prompt.kind, promptId: prompt.promptId }
    if (asked) tell({ kind: 'question', question: asked, ...about })
    tell({ kind: 'ai_click', ...about })
    copy(text, strings.opened).catch(String)
  })
  const refresh = (): void => {
    asked = cleanQuestion(field.value)
    prompt = own && asked ? own : chosen
    text = filled(prompt, question.mark, asked)
    showPrompt(text)
    markTask(asked ? -1 : chips.indexOf(chosen))
    if (!target) return
    markTarget(targets.indexOf(target))
    const hint = lead(target, text)
    say(hint, strings[hint])
  }
  const choose = (at: number): void => {
    chosen = chips[at] ?? chosen
    field.value = ''
    refresh()
  }
  const field = makeField(config, refresh, go)
  const labels = chips.map(({ label }) => [label])
  const [tasks, markTask] = makeRadios('tasks', 'chip', strings.tasks, labels, choose)
  const tiles = targets.map(({ icon, label }) => [makeMark(icon), label])
  const [who, markTarget] = makeRadios('who', 'tile', strings.who, tiles, (at) => {
    target = targets[at]
    refresh()
  })
  const copyPrompt = makeCopyButton(strings.copy_prompt, () => {
    return copy(text).then(() => tell({ kind: 'share', method: 'copy_prompt' }))
  })
  refresh()
  const acts = [target && go, actions.includes('copy_prompt') && copyPrompt]
  const what = [head, own && question.enabled && field, chips[0] && tasks, view]
  const where = [targets[1] && who, make('div', 'acts', ...acts), output]
  const parts = [make('div', 'what', ...what), make('div', 'where', ...where)]
  const ready = (at: number): void => {
    choose(at)
    go.focus()
  }
  return [make('div', 'panel', ...parts, makeActions(config, tell, copy)), ready]
}
