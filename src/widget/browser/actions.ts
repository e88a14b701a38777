import type { Tell } from './events.ts'
import { makeButton } from './make.ts'
import type { WidgetAction, WidgetConfig } from './widget-config.ts'

/** Makes a button for each action that this page and this browser have. */
export function makeActions(
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
