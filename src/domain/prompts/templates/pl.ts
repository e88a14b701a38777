import type { LocaleTexts } from '../prompt-locale.ts'

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
      label: 'Streść',
      sentence: 'Streść stronę w 5 punktach. Liczby i nazwy podaj dokładnie.',
    },
    key_takeaways: {
      label: 'Najważniejsze wnioski',
      sentence: 'Wymień najważniejsze wnioski i napisz, dla kogo każdy z nich jest ważny.',
    },
    explain: {
      label: 'Wyjaśnij prosto',
      sentence: 'Wyjaśnij treść strony początkującemu i podaj jeden przykład.',
    },
    ask: {
      label: 'Zapytaj o tę stronę',
      sentence:
        'Odpowiedz na to pytanie na podstawie strony; zaznacz, jeśli strona nie zawiera odpowiedzi: {{question|quote}}',
    },
    compare: {
      label: 'Porównaj z innymi źródłami',
      sentence:
        'Porównaj, co mówi strona, a co dwa inne niezależne źródła; podaj linki do wszystkich trzech.',
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
  /** Headings stay in the nominative, which these questions ask for. */
  questions: {
    invitation:
      /^(?:gotow[iy]|chcesz|szukasz|masz|(?:czy )?(?:jesteś|szukasz|chcesz|masz|wiesz|wiedziałe?ś|wiedziałaś|znasz|potrzebujesz|myślisz)|potrzebujesz|pytania|a|i|ale)(?!\p{L})/iu,
    asks: /(?:^|[^\p{L}])(?:kto|kogo|komu|czyj\p{L}*|co|czego|czemu|czym|czy|jak|jaki\p{L}*|kiedy|gdzie|dokąd|skąd|dlaczego|ile|któr\p{L}+)(?!\p{L})/iu,
  },
}
