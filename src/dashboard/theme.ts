import { keepChoice, keptChoice } from './kept-choice.ts'

const CHOICE = 'citable.theme'

/** The names of the themes: `system` follows the device, the others are fixed. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const chosenTheme = (): Theme =>
  THEMES.find((theme) => theme === keptChoice(CHOICE)) ?? 'system'

/** Sets the attribute of the page that the styles follow. */
export function applyTheme(theme = chosenTheme()): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  keepChoice(CHOICE, theme)
  applyTheme(theme)
}
