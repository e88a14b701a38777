import type { KeyphraseSource } from '../phrase-candidates.ts'

/** What keyphrases are found in: an English page that says nothing but what is given. */
export const source = (over: Partial<KeyphraseSource>): KeyphraseSource => ({
  title: '',
  h1: '',
  h2: [],
  description: '',
  text: '',
  language: 'en',
  brands: [],
  ...over,
})
