import type { QuestionForms } from './question-forms.ts'

/** A question has its verb in the second place; half a sentence such as `Hur verktyg tillverkas` has it later. */
const DEGREE =
  '(?: (?:lång|länge|ofta|mycket|många|stor|stort|långt|dyrt|gammal|snabbt|bra|säkert)(?: \\S+)?)?'
/** Plurals of nouns end as verbs do, so these are listed. */
const VERB =
  '(?:är|kan|ska|måste|vill|bör|finns|fanns|går|har|får|gör|blir|tar|ger|ser|fungerar|kostar|betyder|innebär|kommer|heter|skiljer|påverkar|använder|används|händer|säger|ligger|hittar|börjar|slutar|ingår|krävs|behövs|behöver|beställer|bokar|skapar|installerar|loggar|ändrar|laddar|väljer|räknas|beräknas)(?!\\S)'

export const svQuestions: QuestionForms = {
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
}
