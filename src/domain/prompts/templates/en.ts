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
      label: 'Summarize this page',
      sentence: 'Summarize the page in 5 bullet points. Keep numbers and names exact.',
    },
    key_takeaways: {
      label: 'Key takeaways',
      sentence: 'List the key takeaways and for whom each matters.',
    },
    explain: {
      label: 'Explain it simply',
      sentence: 'Explain {{topic|quote}} from the page to a beginner, with one example.',
    },
    ask: {
      label: 'Ask about this page',
      sentence:
        'Answer this question from the page; say if the page does not cover it: {{question|quote}}',
    },
    compare: {
      label: 'Compare with other sources',
      sentence:
        'Compare what the page says about {{topic|quote}} with two other independent sources; link all three.',
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
  usual: {
    productFit: 'Who is {{product}} for?',
    productCost: 'What does {{product}} cost, and what is included?',
    plan: 'Which plan fits which need?',
    when: 'When and where does {{title|quote}} take place?',
    join: 'How can I take part in {{title|quote}}?',
    ingredients: 'Which ingredients do I need for {{title|quote}}?',
    duration: 'How long does it take to make {{title|quote}}?',
    knownFor: 'What is {{title|quote}} known for?',
    plainLegal: 'What does this text mean for me in plain words?',
    offer: 'What does {{site_name}} offer, and for whom?',
    behind: 'Who is behind {{site_name}}?',
    contact: 'How can I contact {{site_name}}?',
  },
}
