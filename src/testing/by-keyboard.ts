import type { Page } from 'playwright-core'

const MOST_TABS = 60

/** Presses Tab until a thing with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const words =
    'document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText ?? ""'
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate<string>(words)).startsWith(name)) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/** Presses keys one after the other on the thing that Tab leads to. */
export async function pressOn(page: Page, name: string, ...keys: string[]): Promise<void> {
  await tabTo(page, name)
  for (const key of keys) await page.keyboard.press(key)
}

/** Types into the field that Tab leads to, or that has the focus where no name is given. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}
