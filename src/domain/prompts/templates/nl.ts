import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

const PLURALS =
  "beperkingen|eisen|functies|gevolgen|ingrediënten|kosten|mogelijkheden|nadelen|oorzaken|opties|redenen|risico[’']s|stappen|tips|vereisten|verschillen|voordelen|voorwaarden"

/** A question has its verb in the second place; half a sentence such as `Hoe gereedschap wordt gemaakt` has it later. */
const DEGREE = '(?: (?:lang|vaak|veel|groot|ver|duur|oud|snel|goed|veilig)(?: \\S+)?)?'
const VERB =
  '(?:(?:is|zijn|was|waren|worden|werd|werden|kan|kun|kunnen|moeten|mag|mogen|zal|zullen|wil|willen|hebben|heb|had|doen|gaan|ga|komen|kosten|werken|passen|vind|krijg|maak|gebruik|kies|begin)(?!\\S)|(?!(?:het|niet|dat|met|uit|wat|tot|ooit) )[a-z]{2,}t(?!\\S))'

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
      label: 'Deze pagina samenvatten',
      sentence: 'Vat de pagina samen in 5 punten. Neem getallen en namen exact over.',
    },
    key_takeaways: {
      label: 'De belangrijkste punten',
      sentence: 'Noem de belangrijkste punten en voor wie elk punt van belang is.',
    },
    explain: {
      label: 'Eenvoudig uitleggen',
      sentence:
        'Leg {{topic|quote}} aan de hand van de pagina uit aan een beginner, met één voorbeeld.',
    },
    ask: {
      label: 'Een vraag stellen over deze pagina',
      sentence:
        'Beantwoord deze vraag aan de hand van de pagina en zeg het als het antwoord er niet op staat: {{question|quote}}',
    },
    compare: {
      label: 'Met andere bronnen vergelijken',
      sentence:
        'Vergelijk wat de pagina zegt over {{topic|quote}} met twee andere onafhankelijke bronnen en geef van alle drie de link.',
    },
    apply: {
      label: 'Een checklist maken',
      sentence:
        'Maak van de stappen een checklist voor mijn situatie; vraag me eerst naar gegevens die ontbreken.',
    },
    critique: {
      label: 'De beweringen controleren',
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
  usual: {
    productFit: 'Voor wie is {{product}} bedoeld?',
    productCost: 'Wat kost {{product}} en wat is inbegrepen?',
    plan: 'Welk abonnement past bij welke behoefte?',
    when: 'Wanneer en waar vindt {{title|quote}} plaats?',
    join: 'Hoe kan ik meedoen aan {{title|quote}}?',
    ingredients: 'Welke ingrediënten heb ik nodig voor {{title|quote}}?',
    duration: 'Hoe lang duurt het om {{title|quote}} te maken?',
    knownFor: 'Waar staat {{title|quote}} om bekend?',
    plainLegal: 'Wat betekent deze tekst voor mij in gewone taal?',
    offer: 'Wat biedt {{site_name}}, en voor wie?',
    behind: 'Wie zit er achter {{site_name}}?',
    contact: 'Hoe kan ik contact opnemen met {{site_name}}?',
  },
  questions: {
    readings: [
      [
        new RegExp(`^((?:wat|wie|waar|wanneer|waarom|hoe)${DEGREE} ${VERB}(?: [^?]+)?)$`, 'i'),
        '$1?',
      ],
      [/^(welke? \S+ (?!(?:ik|je|jij|u|we|wij|men|ze) )[^?]+)$/i, '$1?'],
      [/^verschil(?:len)? tussen ([^?]+)$/i, 'Wat is het verschil tussen $1?'],
      [new RegExp(`^(?:de |onze )?((?:${PLURALS}) van [^?]+)$`, 'i'), 'Wat zijn de $v1?'],
      [new RegExp(`^(?:de |onze )?(${PLURALS})$`, 'i'), 'Wat zijn de $v1?'],
    ],
    ofPage: [[/^installatie$/i, 'Hoe installeer ik $1?']],
    steps: [
      [
        /^((?:de |het |een |je |uw )[^?]+ (?:installeren|instellen|maken|aanmaken|verwijderen|wijzigen|configureren|downloaden|bijwerken|gebruiken|toevoegen|exporteren|importeren))$/i,
        'Hoe kan ik $l1?',
      ],
    ],
    definition:
      /^(?<term>(?:(?:De|Het|Een) )?\p{L}\S*(?: (?!is\b|zijn\b|die\b|dat\b)\S+){0,3}) (?:is|(?<many>zijn)) (?:een|de|het) /u,
    meaning: 'Wat is $l1?',
    meaningOfMany: 'Wat zijn $v1?',
    invitation:
      /^(?:klaar|interesse|vragen|hulp nodig|(?:zoekt|wilt|heeft|bent|wist|kent|twijfelt|denkt) u|(?:zoek|wil|heb|ben|wist|ken|twijfel|denk) je|en|of|maar|wat (?:is|zijn) (?:je|jouw|uw) (?:budget|doel|grootste|niveau|situatie|droom)|hoeveel [^?]{2,30} (?:heb je|heeft u)(?= ?\?)|wat wil (?:je|u)|welke [^?]{2,30} past bij (?:je|jou|jouw|u))\b/i,
    asks: /\b(?:wie|wat|waar\w*|wanneer|waarom|hoe\w*|welke?|wiens)\b|^(?:is|zijn|was|heeft|hebben|kan|kun|kunnen|mag|mogen|moet|moeten|zal|zou|wordt|worden|wil|willen|doet|doen|gaat|krijg\w*|bestaat|bestaan|geldt|werkt)\b/iu,
    points: 'Wat zijn de hoofdpunten van “$1”?',
    gist: 'Waar gaat het artikel “$1” over?',
    says: 'Wat zegt $2 over “$1”?',
    pageSays: 'Wat zegt de pagina over “$1”?',
    use: 'Waarvoor dient $1?',
    facts: {
      price: 'Wat kost “$1”?',
      who: 'Wie is $1?',
      prices: sentences([
        [`${THING} (kost|kosten) (?:slechts |ongeveer |vanaf )?${PRICE}`, 'Hoeveel $2 $l1?'],
      ]),
      dates: sentences([
        [
          `${THING} (werd|werden|is|zijn) (?:in|op) ${YEAR} (opgericht|uitgebracht|geopend|gepubliceerd)\\b`,
          'Wanneer $2 $l1 $3?',
        ],
        [
          `${THING} (werd|werden|is|zijn) (opgericht|uitgebracht|geopend|gepubliceerd) (?:in|op) ${YEAR}`,
          'Wanneer $2 $l1 $3?',
        ],
        [`${THING} (vindt|vinden) plaats (?:op|van|in) ${YEAR}`, 'Wanneer $2 $l1 plaats?'],
      ]),
      people: sentences([
        [
          `${NAMED} (is|was) (?:de |een |onze )?(?:\\p{Ll}+ )?(?:(?:mede)?oprichter|oprichtster|directeur|voorzitter|burgemeester|minister|hoogleraar|schrijver|schrijfster|dichter|historicus|natuurkundige|wiskundige|filosoof|schilder|zangeres|journaliste?|advocaat|arts)\\b`,
          'Wie $2 $1?',
        ],
      ]),
    },
  },
}
