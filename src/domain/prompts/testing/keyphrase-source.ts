import type { KeyphraseSource } from '../phrase-candidates.ts'

/** An English page that says only what is given. */
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
