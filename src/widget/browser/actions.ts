import type { Copy } from './clipboard.ts'
import type { Tell } from './events.ts'
import { make, makeButton } from './make.ts'
import { makeSign } from './sign.ts'
import type { Sign, WidgetAction, WidgetConfig } from './widget-config.ts'

/**
 * Makes a quiet button for each action of the configuration that the page and the browser can do; false where there are
 * no such actions.
 */
export function makeActions(
  { actions, page, strings }: WidgetConfig,
  tell: Tell,
  copy: Copy,
): HTMLElement | false {
  const url = location.href
  const markdownUrl = page?.markdownUrl
  // @NOTE what the page or the browser does not have is not of this type, and is left out below, as the others are.
  const runs = {
    copy_markdown: markdownUrl && (() => copy(fetch(markdownUrl).then(textOf))),
    copy_link: () => copy(url),
    share: 'share' in navigator && (() => navigator.share({ url })),
  } as Readonly<Record<QuietAction, () => Promise<unknown>>>
  // @NOTE what runs has no other names.
  const present = actions.filter((action) => runs[action as QuietAction]) as QuietAction[]
  const buttons = present.map((action) => {
    const onPress = (): void => {
      const method = action === 'share' ? 'native' : action
      // An action that a reader gives up, or that a browser refuses, has not happened.
      runs[action]().then(() => tell({ kind: 'share', method }), String)
    }
    // @NOTE the signs are called as the actions are, without what is done.
    const sign = action.replace('copy_', '') as Sign
    return makeButton('', onPress, makeSign(sign), strings[action])
  })
  return buttons.length > 0 && make('div', 'more', ...buttons)
}

type QuietAction = Exclude<WidgetAction, 'copy_prompt'>

const textOf = (answer: Response): Promise<string> =>
  answer.ok ? answer.text() : Promise.reject(answer)
