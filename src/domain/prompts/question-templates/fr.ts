import type { QuestionForms } from './question-forms.ts'

const MASCULINE =
  'avantages|inconvénients|objectifs|prérequis|pré-requis|principes|grands principes|risques|bénéfices|besoins|points de vigilance|points clés|points de sortie|critères|enjeux|outils|délais|tarifs'
const FEMININE =
  'étapes|limites|causes|conséquences|différences|fonctionnalités|bonnes pratiques|conditions|règles|obligations|recommandations|caractéristiques|exceptions'

/** The turned verb of a question, as in `monte-t-elle`. */
const INVERSION = '\\p{L}-(?:t-)?(?:ils?|elles?|on|ce|je|tu|nous|vous)(?!\\p{L})'

export const frQuestions: QuestionForms = {
  readings: [
    [/^((?:comment|pourquoi|où|qui|combien|quel|quelle|quels|quelles) [^?]+)$/i, '$1\u00a0?'],
    // Without its verb turned, `Quand la mer monte` tells of something.
    [
      new RegExp(`^(quand (?:\\p{L}+(?:er|ir|re) [^?]+|[^?]*${INVERSION}[^?]*))$`, 'iu'),
      '$1\u00a0?',
    ],
    [/^((?:qu[’']est-ce|à quoi|en quoi|de quoi|à qui) [^?]+)$/i, '$1\u00a0?'],
    [/^(?:la |les )?différences? entre ([^?]+)$/i, 'Quelle est la différence entre $1\u00a0?'],
    [new RegExp(`^(?:les |nos |ses )?(${MASCULINE})$`, 'i'), 'Quels sont les $l1\u00a0?'],
    [new RegExp(`^(?:les |nos |ses )?(${FEMININE})$`, 'i'), 'Quelles sont les $l1\u00a0?'],
    [
      new RegExp(`^(?:les )?((?:${MASCULINE}) (?:de |du |des |d[’'])[^?]+)$`, 'i'),
      'Quels sont les $l1\u00a0?',
    ],
    [
      new RegExp(`^(?:les )?((?:${FEMININE}) (?:de |du |des |d[’']|pour )[^?]+)$`, 'i'),
      'Quelles sont les $l1\u00a0?',
    ],
    [
      // Two verbs ask two things.
      /^(?!.* (?:ou|et) (?:se |s[’'])?\p{L}+(?:er|ir|re) )((?:(?:se |s[’'])\p{L}+(?:er|ir|re)|\p{L}+(?:er|ir|re)) (?:le |la |les |l[’']|un |une |son |sa |ses |votre |vos |notre |nos |leurs? )[^?:]+)$/iu,
      'Comment $v1\u00a0?',
    ],
  ],
  ofPage: [[/^installation$/i, 'Comment installer $1\u00a0?']],
  steps: [],
  definition:
    /^(?<term>(?:L[’']|Le |La |Les |Un |Une )\p{L}[^\s,;]*(?: (?!est |sont |qui |que )[^\s,;]+){0,4}) (?:est|sont) (?:un|une|le|la|l[’']|les|des)/u,
  meaning: 'Qu’est-ce que $l1\u00a0?',
  invitation:
    /^(?:prêts?|(?:vous n[’']êtes|tu n[’']es) pas (?:sûr|certain)|pas sûr|combien [^?]{2,40} [^? ]+ez-vous|à quoi vous attendre|[^?]{4,} (?:avec|dedans|dessus)(?=\s?\?)|envie|besoin|une question|des questions|vous (?:avez|êtes|cherchez|souhaitez|voulez|pensez|n[’'])|(?:avez|êtes|savez|saviez|connaissez|cherchez|souhaitez|voulez|pensez)-vous|(?:as|es|sais|savais|connais|cherches|veux)-tu|tu (?:as|es|cherches|veux)|intéressée?s?|et|ou|mais)(?!\p{L})/iu,
  asks: new RegExp(
    `(?<!\\p{L})(?:qui|que|quoi|quel(?:le)?s?|où|comment|pourquoi|combien|(?:au|du|des|le|la|les)quel(?:le)?s?|auxquel(?:le)?s)(?!\\p{L})|(?<!\\p{L})qu['’]|${INVERSION}|(?<!\\p{L})quand (?:\\p{L}+(?:er|ir|re) |.*est-ce)|(?<!\\p{L})(?:est|sont|a|ont|peu[tx]|peuvent|faut|doi[st]|doivent|fait|va|vont|existe)(?!\\p{L})|^\\p{L}{2,}(?:er|ir|re)(?: \\S+){4}`,
    'iu',
  ),
  points: 'Quels sont les points essentiels de «\u00a0$1\u00a0»\u00a0?',
  mend: [
    [/\bque (?=[aeiouéèêàâôîhy])/giu, 'qu’'],
    [/\bde (?=[aeiouéèêàâôîy]\p{Ll})/giu, 'd’'],
  ],
  gist: 'De quoi parle l’article «\u00a0$1\u00a0»\u00a0?',
  says: 'Que dit le site $2 à propos de «\u00a0$1\u00a0»\u00a0?',
  pageSays: 'Que dit la page à propos de «\u00a0$1\u00a0»\u00a0?',
  use: 'À quoi sert $1\u00a0?',
}
