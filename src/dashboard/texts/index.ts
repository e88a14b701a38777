import { keepChoice, keptChoice } from '../kept-choice.ts'
import { createStore } from '../store.ts'
import { ENGLISH, type Texts } from './en.ts'

/** The languages of the page, each with its own name for itself. */
export const PAGE_LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof PAGE_LANGUAGES

/** The words of the page in the language that was chosen. */
export let t: Texts = ENGLISH
export let language: Language = 'en'

/** The language in which the page was last drawn. */
export const shownLanguage = createStore<Language>('en')

const CHOICE = 'citable.language'

/** Loads the words of the chosen language, or of the first language that the browser wants and the page has. */
export async function loadTexts(): Promise<void> {
  const wanted = [keptChoice(CHOICE) ?? '', ...navigator.languages]
  await speak(wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en')
}

/** Keeps the chosen language in this browser, and draws the page in it. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  keepChoice(CHOICE, chosen)
  await speak(chosen)
}

async function speak(chosen: Language): Promise<void> {
  t = chosen === 'de' ? (await import('./de.ts')).GERMAN : ENGLISH
  language = chosen
  document.documentElement.lang = chosen
  shownLanguage.set(chosen)
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(PAGE_LANGUAGES, tag)
