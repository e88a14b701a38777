import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

const VERBS =
  'add,adjust,apply,assign,authenticate,avoid,build,choose,clean up,clone,compile,configure,connect,convert,create,customize,customise,debug,define,delete,deploy,disable,download,enable,ensure,export,extend,fix,generate,import,improve,install,integrate,invite,manage,measure,migrate,modify,optimize,prepare,prevent,publish,reduce,register,remove,rename,replace,restore,retrieve,run,select,send,set up,specify,submit,switch,sync,troubleshoot,uninstall,update,upgrade,use,verify,write'
/** The gerund of each verb, with its verb. */
const GERUNDS =
  'adding=add,applying=apply,avoiding=avoid,building=build,choosing=choose,compiling=compile,configuring=configure,connecting=connect,converting=convert,creating=create,customizing=customize,debugging=debug,defining=define,deleting=delete,deploying=deploy,disabling=disable,downloading=download,enabling=enable,extending=extend,getting=get,handling=handle,importing=import,improving=improve,installing=install,integrating=integrate,managing=manage,measuring=measure,migrating=migrate,monitoring=monitor,optimizing=optimize,preparing=prepare,publishing=publish,removing=remove,replacing=replace,running=run,scheduling=schedule,setting=set,specifying=specify,testing=test,tuning=tune,updating=update,upgrading=upgrade,using=use,verifying=verify,writing=write'
const PLURALS =
  'advantages|benefits|best practices|causes|challenges|conclusions|consequences|differences|disadvantages|drawbacks|features|goals|guidelines|ingredients|known issues|lessons learned|limitations|limits|objectives|options|prerequisites|principles|pros and cons|requirements|risks|steps|symptoms|use cases|rules|improvements|important changes|breaking changes|key dates|next steps'

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
  questions: {
    readings: [
      [/^(?:how to|how do i|how do you|how can i) ([^?]+)$/i, 'How do I $v1?'],
      [
        /^((?:what|who|where|when|which|why) (?:is|are|does|do|can|should|was|were) [^?]+)$/i,
        '$1?',
      ],
      [/^(where|when|what|which \S+) to ([^?]+)$/i, '$1 should I $v2?'],
      [/^why ((?:\S+ ){0,4}\S+)$/i, 'Why $1?'],
      [/^getting started with ([^?]+)$/i, 'How do I get started with $1?'],
      [/^(?:difference|differences) between ([^?]+)$/i, 'What is the difference between $1?'],
      // What somebody does, not what differs: `Reading tables vs watching the moon`.
      [/^\p{L}+ing [^?]+ (?:vs\.?|versus) /iu, null],
      // A part of a program with a name: `Manage connections menu`.
      [/^(?!.* (?:the|an?) )(?:\S+ ){1,3}(?:menu|tab|view|panel|screen|dialog|window)$/i, null],
      [/^([^?:]{2,40}) (?:vs\.?|versus) ([^?:]{2,40})$/i, 'How do $1 and $2 differ?'],
      [
        new RegExp(
          `^(?:the |our |its )?((?:(?:key|main|new|general|system) )?(?:${PLURALS}))$`,
          'i',
        ),
        'What are the $l1?',
      ],
      [
        new RegExp(`^(?:the )?((?:main |key )?(?:${PLURALS}|types|kinds)) of ([^?]+)$`, 'i'),
        'What are the $l1 of $2?',
      ],
      [
        /^(?:the )?(purpose|role|importance|structure|goal|aim|meaning|definition) of ([^?]+)$/i,
        'What is the $l1 of $2?',
      ],
      [
        /^(?:announcing|presenting) (?:the )?(?:release of )?([^?:]{3,80}?)(?: release)?$/i,
        'What is new in $1?',
      ],
      [/^([^?:]{3,80}) release announcement$/i, 'What is new in $1?'],
      [
        /^([^?:]{3,80}\d) (?:released|available|is available|now available|is out)$/i,
        'What is new in $1?',
      ],
      [
        /^(?:introducing|introduction to) (?!the |a |an |.* in )([^?:]{2,60}[^s?:])$/i,
        'What is $1?',
      ],
    ],
    ofPage: [
      [/^getting started$/i, 'How do I get started with $1?'],
      [/^(?:installation|install|installing)$/i, 'How do I install $1?'],
      [/^upgrade notes$/i, 'What should I know before I upgrade $1?'],
      [/^troubleshooting$/i, 'What can I do when $1 does not work?'],
      [/^(?:list of contributors|contributors)$/i, 'Who contributed to $1?'],
    ],
    steps: [
      [new RegExp(`^((?:${VERBS.replaceAll(',', '|')}) [^?]+)$`, 'i'), 'How do I $v1?'],
      ...GERUNDS.split(',').map((pair): readonly [RegExp, string] => {
        const [gerund = '', verb = ''] = pair.split('=')
        return [new RegExp(`^${gerund} ([^?]+)$`, 'i'), `How do I ${verb} $1?`]
      }),
    ],
    definition:
      /^(?<term>(?:(?:The|A|An) )?\S+(?: (?!is\b|are\b|that\b|which\b)\S+){0,4}) (?:is|(?<many>are)) (?:an?|the|one of) /,
    meaning: 'What is $l1?',
    meaningOfMany: 'What are $l1?',
    // A question without a subject, as `How can allow cookies?`, invites as little as it asks.
    invitation: new RegExp(
      `^(?:how (?:can|could|should) (?:allow|block|${VERBS.replaceAll(',', '|')})|ready|not sure|unsure|how (?:much|many) [^?]{2,40} are you \\p{L}+ing|want|need|looking|interested|questions|any|have|got|still|would you|did you|do you|what do you want|what(?:'s|’s| is) your (?:budget|goal|biggest|level|situation|dream)|how (?:much|many) [^?]{2,30} do you have(?= ?\\?)|which [^?]{2,30} (?:suits|fits) you|who are you|are you|were you|sound|so|and|but|or|right|really)(?![\\p{L}\\d])`,
      'iu',
    ),
    asks: /\b(?:who|what|which|where|when|why|how|whose|is|are|am|was|were|do|does|did|can|could|should|will|would|has|may|must)\b/i,
    own: [
      [/^how to (.+)$/i, 'How do I $v1'],
      [/^(where|when|what|which \S+) to (.+)$/i, '$1 should I $v2'],
      [
        /^(why|how|when|where) (I|you|we|they|one) (should|can|could|must|may|will) (.+)$/i,
        '$1 $3 $2 $4',
      ],
    ],
    points: 'What are the main points of “$1”?',
    gist: 'What is the article “$1” about?',
    says: 'What does $2 say about “$1”?',
    pageSays: 'What does the page say about “$1”?',
    use: 'What is $1 for?',
    facts: {
      price: 'What is the price of $l1?',
      who: 'Who is $1?',
      prices: sentences([
        [
          `${THING} (?:costs|is priced at) (?:only |just |about |around |from )?${PRICE}`,
          'How much does $l1 cost?',
        ],
      ]),
      dates: sentences([
        [
          `${THING} (was|were) (?:first )?(founded|established|released|published|launched|opened|built)(?: by [^.]{2,60}?)? (?:in|on) ${YEAR}`,
          'When $2 $l1 $3?',
        ],
        [`${THING} will take place (?:in|on|from) ${YEAR}`, 'When will $l1 take place?'],
        [`${THING} takes place (?:in|on|from) ${YEAR}`, 'When does $l1 take place?'],
      ]),
      people: sentences([
        [
          `${NAMED} (is|was) (?:an? |the |our )?(?:\\p{Ll}+ ){0,2}(?:co-founder|founder|CEO|CTO|managing director|director of|president of|mayor|minister|professor|poet|novelist|historian|physicist|chemist|biologist|mathematician|philosopher|painter|singer|journalist|lawyer|physician)\\b`,
          'Who $2 $1?',
        ],
      ]),
    },
  },
}
