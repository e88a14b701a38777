import { ENGLISH, type Texts } from './en.ts'

/** Languages of the page, each by its own name. */
export const PAGE_LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof PAGE_LANGUAGES

/** The words of the page in the language that was chosen. */
export let t: Texts = ENGLISH
export let language: Language = 'en'

const CHOICE = 'citable.language'

/** Loads the words of the chosen language, or of the first one that the browser wants and there is. */
export async function loadTexts(): Promise<void> {
  const wanted = [localStorage.getItem(CHOICE) ?? '', ...navigator.languages]
  const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
  if (found === 'de') t = (await import('./de.ts')).GERMAN
  language = found
  document.documentElement.lang = found
}

/** Keeps the choice for this browser, and begins again with it. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(CHOICE, chosen)
  location.reload()
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(PAGE_LANGUAGES, tag)
