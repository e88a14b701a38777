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
  questions: {
    howPrefixes: ['how to ', 'how do i ', 'how do you '],
    how: 'How do I {{topic}}?',
    verbs:
      'add,apply,authenticate,avoid,back,build,change,check,choose,clean,configure,connect,convert,create,customize,debug,define,delete,deploy,disable,download,edit,enable,export,find,fix,format,generate,get,handle,import,install,integrate,invite,load,log,make,manage,measure,migrate,monitor,move,open,optimize,prepare,protect,publish,register,remove,rename,replace,reset,restore,run,save,schedule,secure,send,set,share,start,stop,store,submit,switch,sync,test,track,troubleshoot,uninstall,update,upgrade,upload,use,verify,write'.split(
        ',',
      ),
    meaning: 'What is meant by {{topic|quote}}?',
    about: 'What does the page say about {{topic|quote}}?',
    byType: {
      product: ['Who is {{product}} for?', 'What does {{product}} cost, and what is included?'],
      pricing: ['Which plan fits which need?', 'What is not included in the price?'],
      event: ['When and where does it take place?', 'How can I take part?'],
      recipe: ['Which ingredients do I need?', 'How long does it take?'],
      profile: ['What is {{title|quote}} known for?'],
      legal: ['What does this text mean for me in plain words?'],
      category: ['What is the difference between the entries on this page?'],
      landing: ['What does {{site_name}} offer, and for whom?'],
    },
  },
}
