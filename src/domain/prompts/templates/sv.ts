import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

/** A question has its verb in the second place; half a sentence such as `Hur verktyg tillverkas` has it later. */
const DEGREE =
  '(?: (?:lång|länge|ofta|mycket|många|stor|stort|långt|dyrt|gammal|snabbt|bra|säkert)(?: \\S+)?)?'
/** Plurals of nouns end as verbs do, so these are listed. */
const VERB =
  '(?:är|kan|ska|måste|vill|bör|finns|fanns|går|har|får|gör|blir|tar|ger|ser|fungerar|kostar|betyder|innebär|kommer|heter|skiljer|påverkar|använder|används|händer|säger|ligger|hittar|börjar|slutar|ingår|krävs|behövs|behöver|beställer|bokar|skapar|installerar|loggar|ändrar|laddar|väljer|räknas|beräknas)(?!\\S)'

export const sv: LocaleTexts = {
  quotes: { open: '”', close: '”', innerOpen: '’', innerClose: '’' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Läs {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Läs {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Läs sidan som står vid ”Source” nedan.',
  },
  kinds: {
    summarize: {
      label: 'Sammanfatta sidan',
      sentence: 'Sammanfatta sidan i 5 punkter. Återge siffror och namn exakt.',
    },
    key_takeaways: {
      label: 'Det viktigaste',
      sentence: 'Ange de viktigaste slutsatserna och för vem var och en har betydelse.',
    },
    explain: {
      label: 'Förklara enkelt',
      sentence: 'Förklara {{topic|quote}} för en nybörjare utifrån sidan, med ett exempel.',
    },
    ask: {
      label: 'Ställ en fråga om sidan',
      sentence:
        'Besvara den här frågan utifrån sidan och säg till om svaret inte finns där: {{question|quote}}',
    },
    compare: {
      label: 'Jämför med andra källor',
      sentence:
        'Jämför vad sidan säger om {{topic|quote}} med två andra oberoende källor och länka till alla tre.',
    },
    apply: {
      label: 'Gör en checklista',
      sentence:
        'Gör om stegen till en checklista för min situation; fråga mig först efter uppgifter som saknas.',
    },
    critique: {
      label: 'Granska påståendena',
      sentence:
        'Vilka påståenden på sidan behöver kontrolleras? Lista dem och ange hur vart och ett kan kontrolleras.',
    },
    cite: {
      label: 'Citera med källa',
      sentence:
        'Citera ordagrant de definitioner, siffror och påståenden på sidan som är värda att citera. Ange {{canonical_url}} som källa om du använder sidan.',
    },
    translate: {
      label: 'Översätt huvudpunkterna',
      sentence:
        'Översätt sidans huvudpunkter till mitt språk; fråga vilket språk det är om det är oklart.',
    },
  },
  citeShort:
    'Citera ordagrant de definitioner, siffror och påståenden på sidan som är värda att citera. Ange sidans URL som källa om du använder den.',
  typeNames: {
    article: 'artikel',
    docs: 'dokumentation',
    howto: 'instruktioner',
    faq: 'frågor och svar',
    product: 'produkt',
    category: 'översikt',
    listing: 'lista',
    pricing: 'priser',
    landing: 'startsida',
    event: 'evenemang',
    recipe: 'recept',
    profile: 'profil',
    legal: 'juridisk text',
    other: 'sida',
  },
  usual: {
    productFit: 'Vem passar {{product}} för?',
    productCost: 'Vad kostar {{product}} och vad ingår?',
    plan: 'Vilket abonnemang passar vilket behov?',
    when: 'När och var äger {{title|quote}} rum?',
    join: 'Hur kan jag delta i {{title|quote}}?',
    ingredients: 'Vilka ingredienser behövs till {{title|quote}}?',
    duration: 'Hur lång tid tar det att laga {{title|quote}}?',
    knownFor: 'Vad är {{title|quote}} känd för?',
    plainLegal: 'Vad innebär texten för mig, med enkla ord?',
    offer: 'Vad erbjuder {{site_name}}, och för vem?',
    behind: 'Vem står bakom {{site_name}}?',
    contact: 'Hur kontaktar jag {{site_name}}?',
  },
  questions: {
    readings: [
      [new RegExp(`^((?:vad|vem|var|när|varför|hur)${DEGREE} ${VERB}(?: [^?]+)?)$`, 'iu'), '$1?'],
      [/^((?:vilken|vilket|vilka) \S+ (?!(?:jag|du|man|vi|ni|de) )[^?]+)$/i, '$1?'],
      [/^skillnad(?:en|er)? mellan ([^?]+)$/i, 'Vad är skillnaden mellan $1?'],
      [
        /^((?:fördelar|nackdelar|krav|funktioner|begränsningar|orsaker|symtom|kostnader|risker|steg|villkor|ingredienser|möjligheter)(?: med [^?]{1,60})?)$/i,
        'Vilka $v1 finns det?',
      ],
    ],
    ofPage: [
      [/^installation$/i, 'Hur installerar man $1?'],
      [/^kom igång$/i, 'Hur kommer jag igång med $1?'],
    ],
    steps: [
      [
        /^((?:installera|konfigurera|aktivera|skapa|uppdatera|aktualisera|importera|exportera|registrera|ändra|använda) [^?]+)$/i,
        'Hur gör man för att $v1?',
      ],
    ],
    definition: /^(?<term>\p{Lu}\S*(?: (?!är\b|som\b)\S+){0,3}) är (?:en|ett|den|det) /u,
    meaning: 'Vad är $l1?',
    invitation:
      /^(?:redo|intresserad|frågor|(?:behöver|vill|letar|har|är|vet|visste|söker|undrar|känner) du|och|eller|men)(?!\p{L})/iu,
    asks: /(?:^|[^\p{L}])(?:vad|vem|vems|vilken|vilket|vilka|var|vart|varifrån|när|varför|hur)(?!\p{L})|^(?:är|kan|ska|skall|måste|får|har|finns|gäller|behöver|går|vill|bör|blir|kommer)(?!\p{L})/iu,
    points: 'Vilka är huvudpunkterna i ”$1”?',
    gist: 'Vad handlar artikeln ”$1” om?',
    says: 'Vad säger $2 om ”$1”?',
    pageSays: 'Vad säger sidan om ”$1”?',
    use: 'Vad används $1 till?',
    facts: {
      price: 'Vad kostar $l1?',
      who: 'Vem är $1?',
      prices: sentences([[`${THING} kostar (?:bara |cirka |från )?${PRICE}`, 'Vad kostar $l1?']]),
      dates: sentences([
        [
          `${THING} (grundades|släpptes|publicerades|lanserades|invigdes|öppnades) (?:av [^.]{2,60}? )?(?:år |i |den )?${YEAR}`,
          'När $2 $l1?',
        ],
        [`${THING} äger rum (?:den |i |från )?${YEAR}`, 'När äger $l1 rum?'],
      ]),
      people: sentences([
        [
          `${NAMED} (är|var) (?:en |vår )?(?:\\p{Ll}+ )?(?:(?:med)?grundare|vd|direktör|ordförande|borgmästare|minister|professor|författare|poet|historiker|fysiker|kemist|biolog|matematiker|filosof|målare|sångare|sångerska|journalist|advokat|läkare)(?![\\p{L}])`,
          'Vem $2 $1?',
        ],
      ]),
    },
  },
}
