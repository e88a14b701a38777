import type { LocaleTexts } from '../prompt-locale.ts'

export const en: LocaleTexts = {
  quotes: { open: '“', close: '”', innerOpen: '‘', innerClose: '’' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Read {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Read {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Read the page under “Source” below.',
  },
  kinds: {
    summarize: {
      label: 'Summarize',
      sentence: 'Summarize the page in 5 bullet points. Keep numbers and names exact.',
    },
    key_takeaways: {
      label: 'Key points',
      sentence: 'List the key takeaways and for whom each matters.',
    },
    explain: {
      label: 'Explain it simply',
      sentence: 'Explain the page to a beginner, with one example.',
    },
    ask: {
      label: 'Ask about this page',
      sentence:
        'Answer this question from the page; say if the page does not cover it: {{question|quote}}',
    },
    compare: {
      label: 'Compare with other sources',
      sentence: 'Compare what the page says with two other independent sources; link all three.',
    },
    apply: {
      label: 'Make a checklist',
      sentence:
        'Turn the steps into a checklist for my situation; ask me for missing inputs first.',
    },
    critique: {
      label: 'Check the claims',
      sentence: 'Which claims on the page need checking? List them with how to verify each.',
    },
    cite: {
      label: 'Quote and cite',
      sentence:
        'Quote the definitions, figures and statements of the page that are worth citing, word for word. If you use the page, cite it as {{canonical_url}}.',
    },
    translate: {
      label: 'Translate the main points',
      sentence:
        'Translate the main points of the page into my language; ask me which one if it is not clear.',
    },
  },
  citeShort:
    'Quote the definitions, figures and statements of the page that are worth citing, word for word. If you use the page, cite its URL.',
  typeNames: {
    article: 'article',
    docs: 'documentation',
    howto: 'instructions',
    faq: 'questions and answers',
    product: 'product',
    category: 'overview',
    listing: 'list',
    pricing: 'prices',
    landing: 'home page',
    event: 'event',
    recipe: 'recipe',
    profile: 'profile',
    legal: 'legal text',
    other: 'page',
  },
  questions: {
    invitation:
      /^(?:ready|not sure|unsure|how (?:much|many) [^?]{2,40} are you \p{L}+ing|want|need|looking|interested|questions|any|have|got|still|would you|did you|do you|what do you want|what(?:'s|’s| is) your (?:budget|goal|biggest|level|situation|dream)|how (?:much|many) [^?]{2,30} do you have(?= ?\?)|which [^?]{2,30} (?:suits|fits) you|who are you|are you|were you|sound|so|and|but|or|right|really|what about|how about|what if|why(?! (?:is|are|was|were|am|do|does|did|can|could|should|would|will|must|may|might|has|have|had|not|use|choose)(?!\p{L})))(?![\p{L}\d])/iu,
    asks: /\b(?:who|what|which|where|when|why|how|whose|is|are|am|was|were|do|does|did|can|could|should|will|would|has|may|must)\b/i,
  },
}
