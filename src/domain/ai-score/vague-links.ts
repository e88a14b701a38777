/** Link texts that do not say where they lead, in the languages of most of the web. */
const VAGUE: ReadonlySet<string> = new Set([
  'click here',
  'click',
  'here',
  'read more',
  'more',
  'learn more',
  'link',
  'this',
  'this page',
  'continue',
  'continue reading',
  'details',
  'hier',
  'hier klicken',
  'klicken sie hier',
  'mehr',
  'mehr erfahren',
  'weiterlesen',
  'ici',
  'cliquez ici',
  'en savoir plus',
  'lire la suite',
  'aquí',
  'haga clic aquí',
  'leer más',
  'más información',
  'clique aqui',
  'aqui',
  'saiba mais',
  'leia mais',
  'qui',
  'clicca qui',
  'leggi di più',
  'leggi tutto',
  'lees meer',
  'klik hier',
  'czytaj więcej',
  'tutaj',
  'здесь',
  'подробнее',
  'こちら',
  '詳細はこちら',
  '続きを読む',
  '更多',
  '点击这里',
  '阅读更多',
])

/** True when a link text says nothing about where it leads. */
export const isVagueLink = (text: string): boolean =>
  VAGUE.has(
    text
      .slice(0, 120)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s]/gu, '')
      .trim(),
  )
