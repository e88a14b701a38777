import type { LocaleTexts } from '../prompt-locale.ts'

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
      label: 'Sammanfatta',
      sentence: 'Sammanfatta sidan i 5 punkter. Återge siffror och namn exakt.',
    },
    key_takeaways: {
      label: 'Det viktigaste',
      sentence: 'Ange de viktigaste slutsatserna och för vem var och en har betydelse.',
    },
    explain: {
      label: 'Förklara enkelt',
      sentence: 'Förklara sidan för en nybörjare, med ett exempel.',
    },
    ask: {
      label: 'Ställ en fråga om sidan',
      sentence:
        'Besvara den här frågan utifrån sidan och säg till om svaret inte finns där: {{question|quote}}',
    },
    compare: {
      label: 'Jämför med andra källor',
      sentence: 'Jämför vad sidan säger med två andra oberoende källor och länka till alla tre.',
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
  questions: {
    invitation:
      /^(?:redo|intresserad|frågor|(?:behöver|vill|letar|har|är|vet|visste|söker|undrar|känner) du|och|eller|men)(?!\p{L})/iu,
    asks: /(?:^|[^\p{L}])(?:vad|vem|vems|vilken|vilket|vilka|var|vart|varifrån|när|varför|hur)(?!\p{L})|^(?:är|kan|ska|skall|måste|får|har|finns|gäller|behöver|går|vill|bör|blir|kommer)(?!\p{L})/iu,
  },
}
