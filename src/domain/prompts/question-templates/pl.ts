import type { QuestionForms } from './question-forms.ts'

/** Headings stay in the nominative, which these questions ask for. */
export const plQuestions: QuestionForms = {
  readings: [
    [/^((?:co to|czym|jak|jakie|jaki|jaka|kiedy|gdzie|dlaczego|kto|ile|czy|po co) [^?]+)$/i, '$1?'],
    [
      /^((?:wymagania|zalety|wady|korzyści|ograniczenia|funkcje|cechy|zasady|przyczyny|skutki|objawy|składniki|ceny|koszty|różnice|etapy|kroki|cele|rodzaje|możliwości)(?: [^?]{1,60})?)$/i,
      'Jakie są $v1?',
    ],
    [
      /^((?:instalacja|konfiguracja|aktualizacja|rejestracja|rekrutacja)(?: [^?]{1,60})?)$/i,
      'Jak przebiega $v1?',
    ],
  ],
  ofPage: [[/^instalacja$/i, 'Jak zainstalować $1?']],
  steps: [],
  definition: /^(?<term>\p{Lu}\S*(?: (?!to\b|jest\b)\S+){0,3}) to (?!nie )(?:\p{L}+)/u,
  meaning: 'Co to jest $1?',
  invitation:
    /^(?:gotow[iy]|chcesz|szukasz|masz|(?:czy )?(?:jesteś|szukasz|chcesz|masz|wiesz|wiedziałe?ś|wiedziałaś|znasz|potrzebujesz|myślisz)|potrzebujesz|pytania|a|i|ale)(?!\p{L})/iu,
  asks: /(?:^|[^\p{L}])(?:kto|kogo|komu|czyj\p{L}*|co|czego|czemu|czym|czy|jak|jaki\p{L}*|kiedy|gdzie|dokąd|skąd|dlaczego|ile|któr\p{L}+)(?!\p{L})/iu,
  points: 'Jakie są najważniejsze punkty tekstu „$1”?',
  gist: 'O czym jest artykuł „$1”?',
  says: 'Co serwis $2 mówi na temat „$1”?',
  pageSays: 'Co strona mówi na temat „$1”?',
  use: 'Do czego służy $1?',
}
