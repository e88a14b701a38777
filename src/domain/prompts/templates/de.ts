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
      label: 'Zusammenfassen',
      sentence:
        'Fasse die Seite in 5 Stichpunkten zusammen. Übernimm Zahlen und Namen unverändert.',
    },
    key_takeaways: {
      label: 'Das Wichtigste',
      sentence: 'Nenne die wichtigsten Erkenntnisse und für wen jede von Bedeutung ist.',
    },
    explain: {
      label: 'Einfach erklären',
      sentence: 'Erkläre die Seite für Einsteiger, mit einem Beispiel.',
    },
    ask: {
      label: 'Frage zur Seite stellen',
      sentence:
        'Beantworte diese Frage anhand der Seite und sage es, wenn die Seite darauf nicht eingeht: {{question|quote}}',
    },
    compare: {
      label: 'Mit anderen Quellen vergleichen',
      sentence:
        'Vergleiche, was die Seite sagt, mit zwei anderen unabhängigen Quellen und verlinke alle drei.',
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
  questions: {
    invitation:
      /^(?:bereit|(?:noch |sie sind |bist du )?(?:unsicher|nicht sicher)|welche[rsnm]? [^?]{2,60} für (?:ihr\w*|dein\w*) [^? ]+(?= ?\?)|[^?]{2,60} (?:passt|passen) zu (?:ihr\w+|dein\w+) [^? ]+(?= ?\?)|interesse|fragen|noch fragen|lust|(?:haben|sind|brauchen|kennen|suchen|möchten|wollen|planen|leiden|glauben|wussten|wurden|waren) sie|(?:hast|bist|brauchst|kennst|suchst|möchtest|willst|planst|leidest|glaubst|wusstest|wurdest|warst) du|sie (?:suchen|haben|sind|möchten|wollen)|und|oder|aber|was ist (?:dein|deine|ihr|ihre) (?:budget|ziel|größte|traum|situation)|wie viel\w* [^?]{2,30} (?:hast du|haben sie)(?= ?\?)|was (?:möchtest|willst) du|was möchten sie|welche\w* [^?]{2,30} passt zu (?:dir|ihnen))\b/i,
    asks: /\b(?:wer|wen|wem|wessen|was|wie|wo|woher|wohin|womit|wofür|worum|woran|worin|wozu|wann|warum|wieso|weshalb|inwie\w+|welch\w+|(?:ab|bis|seit|für|mit|von|bei|aus|zu|in|an|um) w[aeo]\w+)\b|^(?:ist|sind|war|hat|habe[n]?|kann|können|darf|dürfen|muss|müssen|soll\w*|wird|werden|gibt|gilt|gelten|brauch\w+|lohnt|reicht|will|wollen|möchte\w*|geht|zählt)\b|^\p{Lu}\p{Ll}+(?:t|en|e) (?:ich|man|es|sie|er|der|die|das|ein\w*|mein\w*)\b/iu,
  },
}
