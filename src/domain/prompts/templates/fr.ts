import type { LocaleTexts } from '../prompt-locale.ts'

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
}
