import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

const MASCULINE =
  'avantages|inconvénients|objectifs|prérequis|pré-requis|principes|grands principes|risques|bénéfices|besoins|points de vigilance|points clés|points de sortie|critères|enjeux|outils|délais|tarifs'
const FEMININE =
  'étapes|limites|causes|conséquences|différences|fonctionnalités|bonnes pratiques|conditions|règles|obligations|recommandations|caractéristiques|exceptions'

/** The turned verb of a question, as in `monte-t-elle`. */
const INVERSION = '\\p{L}-(?:t-)?(?:ils?|elles?|on|ce|je|tu|nous|vous)(?!\\p{L})'

// French sets a no-break space (U+00A0) inside its quotation marks and before `:`, `;` and `?`.
export const fr: LocaleTexts = {
  quotes: { open: '«\u00a0', close: '\u00a0»', innerOpen: '“', innerClose: '”' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Lis {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Lis {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Lis la page indiquée ci-dessous après «\u00a0Source\u00a0».',
  },
  kinds: {
    summarize: {
      label: 'Résumer cette page',
      sentence: 'Résume la page en 5 points. Reprends exactement les chiffres et les noms.',
    },
    key_takeaways: {
      label: 'Points à retenir',
      sentence: 'Énumère les points essentiels et indique pour qui chacun compte.',
    },
    explain: {
      label: 'Expliquer simplement',
      sentence:
        'Explique {{topic|quote}} à partir de la page à une personne débutante, avec un exemple.',
    },
    ask: {
      label: 'Poser une question sur la page',
      sentence:
        'Réponds à cette question à partir de la page et dis si la page ne la traite pas\u00a0: {{question|quote}}',
    },
    compare: {
      label: 'Comparer avec d’autres sources',
      sentence:
        'Compare ce que la page dit sur {{topic|quote}} avec deux autres sources indépendantes et donne les liens des trois.',
    },
    apply: {
      label: 'Créer une liste de contrôle',
      sentence:
        'Transforme les étapes en liste de contrôle pour ma situation\u00a0; demande-moi d’abord les informations manquantes.',
    },
    critique: {
      label: 'Vérifier les affirmations',
      sentence:
        'Quelles affirmations de la page faut-il vérifier\u00a0? Énumère-les en indiquant comment vérifier chacune.',
    },
    cite: {
      label: 'Citer la page',
      sentence:
        'Cite mot pour mot les définitions, chiffres et affirmations de la page qui méritent d’être cités. Si tu utilises la page, cite-la sous la forme {{canonical_url}}.',
    },
    translate: {
      label: 'Traduire l’essentiel',
      sentence:
        'Traduis les points principaux de la page dans ma langue\u00a0; demande-moi laquelle si ce n’est pas clair.',
    },
  },
  citeShort:
    'Cite mot pour mot les définitions, chiffres et affirmations de la page qui méritent d’être cités. Si tu utilises la page, cite son URL.',
  typeNames: {
    article: 'article',
    docs: 'documentation',
    howto: 'mode d’emploi',
    faq: 'questions et réponses',
    product: 'produit',
    category: 'liste',
    listing: 'liste',
    pricing: 'tarifs',
    landing: 'page d’accueil',
    event: 'événement',
    recipe: 'recette',
    profile: 'profil',
    legal: 'texte juridique',
    other: 'page',
  },
  usual: {
    productFit: 'À qui s’adresse {{product}}\u00a0?',
    productCost: 'Combien coûte {{product}} et qu’est-ce qui est inclus\u00a0?',
    plan: 'Quelle offre convient à quel besoin\u00a0?',
    when: 'Quand et où a lieu {{title|quote}}\u00a0?',
    join: 'Comment participer à {{title|quote}}\u00a0?',
    ingredients: 'Quels ingrédients faut-il pour {{title|quote}}\u00a0?',
    duration: 'Combien de temps faut-il pour préparer {{title|quote}}\u00a0?',
    knownFor: 'Pourquoi {{title|quote}} est-il un nom connu\u00a0?',
    plainLegal: 'Que signifie ce texte pour moi, en mots simples\u00a0?',
    offer: 'Que propose {{site_name}}, et à qui\u00a0?',
    behind: 'Qui est derrière {{site_name}}\u00a0?',
    contact: 'Comment contacter {{site_name}}\u00a0?',
  },
  questions: {
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
    facts: {
      price: 'Quel est le prix de «\u00a0$1\u00a0»\u00a0?',
      who: 'Qui est $1\u00a0?',
      prices: sentences([
        [
          `${THING} (coûte|coûtent) (?:seulement |environ |à partir de )?${PRICE}`,
          'Combien $2 $l1\u00a0?',
        ],
      ]),
      dates: sentences([
        [
          `${THING} (a|ont) été (fondée?s?|créée?s?|publiée?s?|inaugurée?s?|lancée?s?) (?:par [^.]{2,60}? )?(?:en|le) ${YEAR}`,
          'Quand $2 été $3 $l1\u00a0?',
        ],
        [`${THING} (a|aura|auront) lieu (?:du|le|en) ${YEAR}`, 'Quand $2 lieu $l1\u00a0?'],
      ]),
      people: sentences([
        [
          `${NAMED} (est|était) (?:le |la |l[’']|un |une |notre )?(?:(?:co-?)?fondat(?:eur|rice)|direct(?:eur|rice)|président|maire|ministre|professeure?|écrivaine?|poète|historien|physicien|chimiste|biologiste|mathématicien|philosophe|peintre|chant(?:eur|euse)|journaliste|avocate?|médecin)(?:ne|e)?(?![\\p{L}])`,
          'Qui $2 $1\u00a0?',
        ],
      ]),
    },
  },
}
