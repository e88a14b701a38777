import { make, makeButton } from './make.ts'
import { makeSign } from './sign.ts'
import type { Sign, WidgetConfig } from './widget-config.ts'

const TICK_MS = 2_000

export type Say = (sign: Sign, line: string) => void

/** Copies a text and says so; fails, with the prompt marked to be copied by hand, where the page may not. */
export type Copy = (text: string | Promise<string>, done?: string) => Promise<void>

/** Makes the line that says what will happen, and then what has. */
export function makeClipboard(
  { copied, failed }: WidgetConfig['strings'],
  selectPrompt: () => void,
): [output: HTMLElement, say: Say, copy: Copy] {
  const output = make('output', '')
  const say: Say = (sign, line) => output.replaceChildren(makeSign(sign), line)
  const copy: Copy = async (text, done = copied) => {
    try {
      await navigator.clipboard.writeText(await text)
      say('done', done)
    } catch (error) {
      say('copy', failed)
      selectPrompt()
      throw error
    }
  }
  return [output, say, copy]
}

/** Makes a square that copies the prompt, and has a tick for a while once it has. */
export function makeCopyButton(label: string, copy: () => Promise<unknown>): HTMLElement {
  const show = (sign: Sign): void => button.replaceChildren(makeSign(sign))
  const tick = (): void => {
    show('done')
    setTimeout(show, TICK_MS, 'copy')
  }
  const button = makeButton('copy', () => {
    copy().then(tick, String)
  })
  show('copy')
  button.title = button.ariaLabel = label
  return button
}
