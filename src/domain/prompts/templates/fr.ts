import type { LocaleTexts } from '../prompt-locale.ts'

/** The pattern of the turned verb of a question, as in `monte-t-elle`. */
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
      label: 'Résumer',
      sentence: 'Résume la page en 5 points. Reprends exactement les chiffres et les noms.',
    },
    key_takeaways: {
      label: 'Points à retenir',
      sentence: 'Énumère les points essentiels et indique pour qui chacun compte.',
    },
    explain: {
      label: 'Expliquer simplement',
      sentence: 'Explique la page à une personne débutante, avec un exemple.',
    },
    ask: {
      label: 'Poser une question sur la page',
      sentence:
        'Réponds à cette question à partir de la page et dis si la page ne la traite pas\u00a0: {{question|quote}}',
    },
    compare: {
      label: 'Comparer avec d’autres sources',
      sentence:
        'Compare ce que dit la page avec deux autres sources indépendantes et donne les liens des trois.',
    },
    apply: {
      label: 'Créer une liste de contrôle',
      sentence:
        'Transforme les étapes en liste de contrôle pour ma situation\u00a0; demande-moi d’abord les informations manquantes.',
    },
    critique: {
      label: 'Vérifier les dires',
      sentence:
        'Quelles affirmations de la page faut-il vérifier\u00a0? Énumère-les en indiquant comment vérifier chacune.',
    },
    cite: {
      label: 'Citer',
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
  questions: {
    invitation:
      /^(?:prêts?|(?:vous n[’']êtes|tu n[’']es) pas (?:sûr|certain)|pas sûr|combien [^?]{2,40} [^? ]+ez-vous|à quoi vous attendre|[^?]{4,} (?:avec|dedans|dessus)(?=\s?\?)|envie|besoin|une question|des questions|vous (?:avez|êtes|cherchez|souhaitez|voulez|pensez|n[’'])|(?:avez|êtes|savez|saviez|connaissez|cherchez|souhaitez|voulez|pensez)-vous|(?:as|es|sais|savais|connais|cherches|veux)-tu|tu (?:as|es|cherches|veux)|intéressée?s?|et|ou|mais)(?!\p{L})/iu,
    asks: new RegExp(
      `(?<!\\p{L})(?:qui|que|quoi|quel(?:le)?s?|où|comment|pourquoi|combien|(?:au|du|des|le|la|les)quel(?:le)?s?|auxquel(?:le)?s)(?!\\p{L})|(?<!\\p{L})qu['’]|${INVERSION}|(?<!\\p{L})quand (?:\\p{L}+(?:er|ir|re) |.*est-ce)|(?<!\\p{L})(?:est|sont|a|ont|peu[tx]|peuvent|faut|doi[st]|doivent|fait|va|vont|existe)(?!\\p{L})`,
      'iu',
    ),
  },
}
