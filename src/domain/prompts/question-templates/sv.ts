import type { QuestionForms } from './question-forms.ts'

export const svQuestions: QuestionForms = {
  readings: [
    [/^((?:vad|vem|var|när|varför|hur|vilken|vilket|vilka) [^?]+)$/i, '$1?'],
    [/^skillnad(?:en|er)? mellan ([^?]+)$/i, 'Vad är skillnaden mellan $1?'],
    [
      /^((?:fördelar|nackdelar|krav|funktioner|begränsningar|orsaker|symtom|kostnader|risker|steg|villkor|ingredienser|möjligheter)(?: med [^?]{1,60})?)$/i,
      'Vilka $v1 finns det?',
    ],
    [/^installation$/i, 'Hur går installationen till?'],
    [/^kom igång$/i, 'Hur kommer jag igång?'],
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
    /^(?:redo|intresserad|frågor|behöver du|vill du|letar du|har du|och|eller|men)(?!\p{L})/iu,
  points: 'Vilka är huvudpunkterna i ”$1”?',
  gist: 'Vad handlar ”$1” om?',
  use: 'Vad används $1 till?',
}
