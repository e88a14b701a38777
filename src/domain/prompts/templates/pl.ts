import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

export const pl: LocaleTexts = {
  quotes: { open: '„', close: '”', innerOpen: '«', innerClose: '»' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Przeczytaj {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Przeczytaj {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Przeczytaj stronę podaną niżej przy „Source”.',
  },
  kinds: {
    summarize: {
      label: 'Streść tę stronę',
      sentence: 'Streść stronę w 5 punktach. Liczby i nazwy podaj dokładnie.',
    },
    key_takeaways: {
      label: 'Najważniejsze wnioski',
      sentence: 'Wymień najważniejsze wnioski i napisz, dla kogo każdy z nich jest ważny.',
    },
    explain: {
      label: 'Wyjaśnij prosto',
      sentence:
        'Na podstawie strony wyjaśnij początkującemu temat {{topic|quote}} i podaj jeden przykład.',
    },
    ask: {
      label: 'Zapytaj o tę stronę',
      sentence:
        'Odpowiedz na to pytanie na podstawie strony; zaznacz, jeśli strona nie zawiera odpowiedzi: {{question|quote}}',
    },
    compare: {
      label: 'Porównaj z innymi źródłami',
      sentence:
        'Porównaj, co o temacie {{topic|quote}} mówi strona, a co dwa inne niezależne źródła; podaj linki do wszystkich trzech.',
    },
    apply: {
      label: 'Zrób listę kontrolną',
      sentence:
        'Zamień podane kroki w listę kontrolną dopasowaną do mojej sytuacji; najpierw zapytaj mnie o brakujące informacje.',
    },
    critique: {
      label: 'Sprawdź twierdzenia',
      sentence:
        'Które twierdzenia na stronie wymagają sprawdzenia? Wypisz je i podaj, jak zweryfikować każde z nich.',
    },
    cite: {
      label: 'Zacytuj i podaj źródło',
      sentence:
        'Zacytuj dosłownie definicje, liczby i stwierdzenia ze strony, które warto przytoczyć. Jeśli korzystasz ze strony, podaj jako źródło {{canonical_url}}.',
    },
    translate: {
      label: 'Przetłumacz główne punkty',
      sentence:
        'Przetłumacz główne punkty strony na mój język; zapytaj, jaki to język, jeśli nie jest to jasne.',
    },
  },
  citeShort:
    'Zacytuj dosłownie definicje, liczby i stwierdzenia ze strony, które warto przytoczyć. Jeśli korzystasz ze strony, podaj jako źródło jej adres URL.',
  typeNames: {
    article: 'artykuł',
    docs: 'dokumentacja',
    howto: 'instrukcja',
    faq: 'pytania i odpowiedzi',
    product: 'produkt',
    category: 'kategoria',
    listing: 'lista',
    pricing: 'cennik',
    landing: 'strona główna',
    event: 'wydarzenie',
    recipe: 'przepis',
    profile: 'profil',
    legal: 'tekst prawny',
    other: 'strona',
  },
  usual: {
    productFit: 'Dla kogo jest {{product}}?',
    productCost: 'Ile kosztuje {{product}} i co zawiera cena?',
    plan: 'Który plan pasuje do jakich potrzeb?',
    when: 'Kiedy i gdzie odbywa się {{title|quote}}?',
    join: 'Jak wziąć udział w wydarzeniu {{title|quote}}?',
    ingredients: 'Jakie składniki są potrzebne na {{title|quote}}?',
    duration: 'Ile czasu zajmuje przygotowanie przepisu {{title|quote}}?',
    knownFor: 'Z czego słynie {{title|quote}}?',
    plainLegal: 'Co ten tekst oznacza dla mnie, prostymi słowami?',
    offer: 'Co oferuje {{site_name}} i dla kogo?',
    behind: 'Kto stoi za serwisem {{site_name}}?',
    contact: 'Jak skontaktować się z {{site_name}}?',
  },
  /** Headings stay in the nominative, which these questions ask for. */
  questions: {
    readings: [
      [
        /^((?:co to|czym|jak|jakie|jaki|jaka|kiedy|gdzie|dlaczego|kto|ile|czy|po co) [^?]+)$/i,
        '$1?',
      ],
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
    facts: {
      price: 'Jaka jest cena „$1”?',
      who: 'Kim jest $1?',
      prices: sentences([
        [`${THING} (kosztuje|kosztują) (?:tylko |około |od )?${PRICE}`, 'Ile $2 $l1?'],
      ]),
      dates: sentences([
        [
          `${THING} (został[aoy]?) (założon[aey]|wydan[aey]|opublikowan[aey]|otwart[aey]|zbudowan[aey]) (?:przez [^.]{2,60}? )?w ${YEAR}`,
          'Kiedy $2 $3 $l1?',
        ],
        [
          `${THING} (odbędzie|odbędą|odbywa) się (?:w dniu |w |od )?\\d${YEAR}`,
          'Kiedy $2 się $l1?',
        ],
      ]),
      people: sentences([
        [
          `${NAMED} (jest|był|była) (?:współ)?(?:założyciel(?:em|ką)|dyrektor(?:em|ką)?|prezes(?:em|ką)?|prezydentem|burmistrzem|ministrem|profesorem|pisark?(?:em|zem|ą)|poet(?:ą|ką)|historyk(?:iem|czką)|fizykiem|chemikiem|biologiem|matematykiem|filozofem|malar(?:zem|ką)|piosenkar(?:zem|ką)|dziennikar(?:zem|ką)|lekar(?:zem|ką))(?![\\p{L}])`,
          'Kim $2 $1?',
        ],
      ]),
    },
  },
}
