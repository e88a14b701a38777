import type { QuestionForms } from './question-forms.ts'

const VERBS =
  'add,adjust,apply,assign,authenticate,avoid,build,choose,clean up,clone,compile,configure,connect,convert,create,customize,customise,debug,define,delete,deploy,disable,download,enable,ensure,export,extend,fix,generate,import,improve,install,integrate,invite,manage,measure,migrate,modify,optimize,prepare,prevent,publish,reduce,register,remove,rename,replace,restore,retrieve,run,select,send,set up,specify,submit,switch,sync,troubleshoot,uninstall,update,upgrade,use,verify,write'
/** The gerund of each verb, with its verb. */
const GERUNDS =
  'adding=add,applying=apply,avoiding=avoid,building=build,choosing=choose,compiling=compile,configuring=configure,connecting=connect,converting=convert,creating=create,customizing=customize,debugging=debug,defining=define,deleting=delete,deploying=deploy,disabling=disable,downloading=download,enabling=enable,extending=extend,getting=get,handling=handle,importing=import,improving=improve,installing=install,integrating=integrate,managing=manage,measuring=measure,migrating=migrate,monitoring=monitor,optimizing=optimize,preparing=prepare,publishing=publish,removing=remove,replacing=replace,running=run,scheduling=schedule,setting=set,specifying=specify,testing=test,tuning=tune,updating=update,upgrading=upgrade,using=use,verifying=verify,writing=write'
const PLURALS =
  'advantages|benefits|best practices|causes|challenges|conclusions|consequences|differences|disadvantages|drawbacks|features|goals|guidelines|ingredients|known issues|lessons learned|limitations|limits|objectives|options|prerequisites|principles|pros and cons|requirements|risks|steps|symptoms|use cases|rules|improvements|important changes|breaking changes|key dates|next steps'

export const enQuestions: QuestionForms = {
  readings: [
    [/^(?:how to|how do i|how do you|how can i) ([^?]+)$/i, 'How do I $v1?'],
    [/^((?:what|who|where|when|which|why) (?:is|are|does|do|can|should|was|were) [^?]+)$/i, '$1?'],
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
      new RegExp(`^(?:the |our |its )?((?:(?:key|main|new|general|system) )?(?:${PLURALS}))$`, 'i'),
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
    [/^(?:introducing|introduction to) (?!the |a |an |.* in )([^?:]{2,60}[^s?:])$/i, 'What is $1?'],
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
}
