import type { PromptPage, PromptSite } from '../prompt-page.ts'

export const PROMPT_SITE: PromptSite = {
  name: 'Harbour Times',
  domain: 'harbour.example',
  language: 'en',
  siteWideTitles: new Set(),
}

/** Makes an article about tides, with the given changes. */
export const promptPage = (over: Partial<PromptPage> = {}): PromptPage => ({
  url: 'https://harbour.example/tides',
  canonicalUrl: null,
  markdownUrl: null,
  path: '/tides',
  type: 'article',
  title: 'Reading a tide table',
  h1: 'Reading a tide table',
  description: null,
  headings: [],
  language: 'en',
  author: null,
  publishedAt: null,
  modifiedAt: null,
  keyphrases: [{ text: 'tide table' }, { text: 'spring tide' }, { text: 'moon' }],
  ...over,
})
