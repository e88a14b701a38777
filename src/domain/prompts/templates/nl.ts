import type { LocaleTexts } from '../prompt-locale.ts'

export const nl: LocaleTexts = {
  quotes: { open: '“', close: '”', innerOpen: '‘', innerClose: '’' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Lees {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Lees {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Lees de pagina die hieronder bij “Source” staat.',
  },
  kinds: {
    summarize: {
      label: 'Samenvatten',
      sentence: 'Vat de pagina samen in 5 punten. Neem getallen en namen exact over.',
    },
    key_takeaways: {
      label: 'Belangrijkste punten',
      sentence: 'Noem de belangrijkste punten en voor wie elk punt van belang is.',
    },
    explain: {
      label: 'Eenvoudig uitleggen',
      sentence: 'Leg de pagina uit aan een beginner, met één voorbeeld.',
    },
    ask: {
      label: 'Een vraag stellen over deze pagina',
      sentence:
        'Beantwoord deze vraag aan de hand van de pagina en zeg het als het antwoord er niet op staat: {{question|quote}}',
    },
    compare: {
      label: 'Met andere bronnen vergelijken',
      sentence:
        'Vergelijk wat de pagina zegt met twee andere onafhankelijke bronnen en geef van alle drie de link.',
    },
    apply: {
      label: 'Een checklist maken',
      sentence:
        'Maak van de stappen een checklist voor mijn situatie; vraag me eerst naar gegevens die ontbreken.',
    },
    critique: {
      label: 'Beweringen controleren',
      sentence:
        'Welke beweringen op de pagina moeten worden gecontroleerd? Zet ze op een rij en vermeld bij elke bewering hoe dat kan.',
    },
    cite: {
      label: 'Citeren met bron',
      sentence:
        'Citeer woordelijk de definities, cijfers en uitspraken van de pagina die het waard zijn. Als je de pagina gebruikt, vermeld dan {{canonical_url}} als bron.',
    },
    translate: {
      label: 'De hoofdpunten vertalen',
      sentence:
        'Vertaal de hoofdpunten van de pagina in mijn taal; vraag welke taal dat is als het niet duidelijk is.',
    },
  },
  citeShort:
    'Citeer woordelijk de definities, cijfers en uitspraken van de pagina die het waard zijn. Als je de pagina gebruikt, vermeld dan de URL als bron.',
  typeNames: {
    article: 'artikel',
    docs: 'documentatie',
    howto: 'handleiding',
    faq: 'vragen en antwoorden',
    product: 'product',
    category: 'overzicht',
    listing: 'lijst',
    pricing: 'prijzen',
    landing: 'startpagina',
    event: 'evenement',
    recipe: 'recept',
    profile: 'profiel',
    legal: 'juridische tekst',
    other: 'pagina',
  },
  questions: {
    invitation:
      /^(?:klaar|interesse|vragen|hulp nodig|(?:zoekt|wilt|heeft|bent|wist|kent|twijfelt|denkt) u|(?:zoek|wil|heb|ben|wist|ken|twijfel|denk) je|en|of|maar|wat (?:is|zijn) (?:je|jouw|uw) (?:budget|doel|grootste|niveau|situatie|droom)|hoeveel [^?]{2,30} (?:heb je|heeft u)(?= ?\?)|wat wil (?:je|u)|welke [^?]{2,30} past bij (?:je|jou|jouw|u))\b/i,
    asks: /\b(?:wie|wat|waar\w*|wanneer|waarom|hoe\w*|welke?|wiens)\b|^(?:is|zijn|was|heeft|hebben|kan|kun|kunnen|mag|mogen|moet|moeten|zal|zou|wordt|worden|wil|willen|doet|doen|gaat|krijg\w*|bestaat|bestaan|geldt|werkt)\b/iu,
  },
}
