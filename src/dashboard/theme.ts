import { keepChoice, keptChoice } from './kept-choice.ts'

const CHOICE = 'citable.theme'

/** The themes: the one that the system has, or one that the person chose. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const chosenTheme = (): Theme =>
  THEMES.find((theme) => theme === keptChoice(CHOICE)) ?? 'system'

/** The styles follow one attribute. */
export function applyTheme(theme = chosenTheme()): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  keepChoice(CHOICE, theme)
  applyTheme(theme)
}
