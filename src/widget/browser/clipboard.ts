import { make, makeButton } from './make.ts'
import { makeSign } from './sign.ts'
import type { Sign, WidgetConfig } from './widget-config.ts'

const TICK_MS = 2_000

export type Say = (sign: Sign, line: string) => void

/**
 * Copies a text and says so. Rejects where the page may not copy, and then leaves the prompt marked, so that the reader
 * can copy it.
 */
export type Copy = (text: string | Promise<string>, done?: string) => Promise<void>

/** Makes the line that says first what a press will do, and afterwards what it did, with the function that copies. */
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

/** Makes a square button that copies the prompt; it shows a tick for a while after it has copied. */
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
