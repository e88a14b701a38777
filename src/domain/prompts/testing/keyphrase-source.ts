import type { KeyphraseSource } from '../phrase-candidates.ts'

/** Makes an English page that holds only the given fields. */
export const keyphraseSource = (over: Partial<KeyphraseSource>): KeyphraseSource => ({
  title: '',
  h1: '',
  h2: [],
  description: '',
  text: '',
  language: 'en',
  brands: [],
  ...over,
})
