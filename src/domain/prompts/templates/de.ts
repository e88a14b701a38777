import type { LocaleTexts } from '../prompt-locale.ts'

export const de: LocaleTexts = {
  quotes: { open: '„', close: '“', innerOpen: '‚', innerClose: '‘' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Lies {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Lies {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Lies die Seite, die unten bei „Source“ steht.',
  },
  kinds: {
    summarize: {
      label: 'Seite zusammenfassen',
      sentence:
        'Fasse die Seite in 5 Stichpunkten zusammen. Übernimm Zahlen und Namen unverändert.',
    },
    key_takeaways: {
      label: 'Das Wichtigste',
      sentence: 'Nenne die wichtigsten Erkenntnisse und für wen jede von Bedeutung ist.',
    },
    explain: {
      label: 'Einfach erklären',
      sentence:
        'Erkläre das Thema {{topic|quote}} anhand der Seite für Einsteiger, mit einem Beispiel.',
    },
    ask: {
      label: 'Frage zur Seite stellen',
      sentence:
        'Beantworte diese Frage anhand der Seite und sage es, wenn die Seite darauf nicht eingeht: {{question|quote}}',
    },
    compare: {
      label: 'Mit anderen Quellen vergleichen',
      sentence:
        'Vergleiche, was die Seite zum Thema {{topic|quote}} sagt, mit zwei anderen unabhängigen Quellen und verlinke alle drei.',
    },
    apply: {
      label: 'Checkliste erstellen',
      sentence:
        'Mache aus den Schritten eine Checkliste für meine Situation; frage mich zuerst nach fehlenden Angaben.',
    },
    critique: {
      label: 'Aussagen prüfen',
      sentence:
        'Welche Aussagen der Seite sollten geprüft werden? Liste sie auf und gib an, wie sich jede prüfen lässt.',
    },
    cite: {
      label: 'Zitieren',
      sentence:
        'Zitiere wörtlich die Definitionen, Zahlen und Aussagen der Seite, die es wert sind. Wenn du die Seite verwendest, gib als Quelle {{canonical_url}} an.',
    },
    translate: {
      label: 'Kernaussagen übersetzen',
      sentence:
        'Übersetze die Kernaussagen der Seite in meine Sprache; frage nach, wenn unklar ist, welche das ist.',
    },
  },
  citeShort:
    'Zitiere wörtlich die Definitionen, Zahlen und Aussagen der Seite, die es wert sind. Wenn du die Seite verwendest, gib ihre URL als Quelle an.',
  typeNames: {
    article: 'Artikel',
    docs: 'Dokumentation',
    howto: 'Anleitung',
    faq: 'Fragen und Antworten',
    product: 'Produkt',
    category: 'Übersicht',
    listing: 'Liste',
    pricing: 'Preise',
    landing: 'Startseite',
    event: 'Veranstaltung',
    recipe: 'Rezept',
    profile: 'Profil',
    legal: 'Rechtstext',
    other: 'Seite',
  },
  usual: {
    productFit: 'Für wen eignet sich {{product}}?',
    productCost: 'Was kostet {{product}}, und was ist enthalten?',
    plan: 'Welcher Tarif passt zu welchem Bedarf?',
    when: 'Wann und wo findet {{title|quote}} statt?',
    join: 'Wie kann ich an {{title|quote}} teilnehmen?',
    ingredients: 'Welche Zutaten brauche ich für {{title|quote}}?',
    duration: 'Wie lange dauert die Zubereitung von {{title|quote}}?',
    knownFor: 'Wofür ist {{title|quote}} bekannt?',
    plainLegal: 'Was bedeutet dieser Text für mich in einfachen Worten?',
    offer: 'Was bietet {{site_name}}, und für wen?',
    behind: 'Wer steht hinter {{site_name}}?',
    contact: 'Wie erreiche ich {{site_name}}?',
  },
}
