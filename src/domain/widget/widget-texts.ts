/** What the widget says, by the keys of its configuration. */
export type WidgetTexts = Readonly<Record<(typeof WIDGET_TEXT_KEYS)[number], string>>

export const WIDGET_TEXT_KEYS = [
  'title',
  'question',
  'copy_prompt',
  'copy_markdown',
  'copy_link',
  'share',
  'copied',
  'opened',
  'failed',
  'preview',
  'sends',
  'paste',
] as const

const ENGLISH: WidgetTexts = {
  title: 'Ask AI about this page',
  question: 'Your own question',
  copy_prompt: 'Copy prompt',
  copy_markdown: 'Copy as Markdown',
  copy_link: 'Copy link',
  share: 'Share',
  copied: 'Copied',
  opened: 'Copied; paste it if the field is empty',
  failed: 'Not copied; the prompt is marked, copy it by hand',
  preview: 'Show the whole prompt',
  sends: 'may send at once',
  paste: 'paste the prompt',
}

const TEXTS_BY_LANGUAGE: Readonly<Record<string, WidgetTexts>> = {
  en: ENGLISH,
  de: {
    title: 'KI zu dieser Seite fragen',
    question: 'Eigene Frage',
    copy_prompt: 'Prompt kopieren',
    copy_markdown: 'Als Markdown kopieren',
    copy_link: 'Link kopieren',
    share: 'Teilen',
    copied: 'Kopiert',
    opened: 'Kopiert; bitte einfügen, falls das Feld leer ist',
    failed: 'Nicht kopiert; der Prompt ist markiert, bitte von Hand kopieren',
    preview: 'Ganzen Prompt zeigen',
    sends: 'sendet vielleicht sofort',
    paste: 'Prompt einfügen',
  },
  es: {
    title: 'Preguntar a la IA sobre esta página',
    question: 'Tu propia pregunta',
    copy_prompt: 'Copiar prompt',
    copy_markdown: 'Copiar como Markdown',
    copy_link: 'Copiar enlace',
    share: 'Compartir',
    copied: 'Copiado',
    opened: 'Copiado; pégalo si el campo está vacío',
    failed: 'No copiado; el prompt está seleccionado, cópialo a mano',
    preview: 'Ver el prompt completo',
    sends: 'puede enviarse al instante',
    paste: 'pegar el prompt',
  },
  fr: {
    title: 'Interroger l’IA sur cette page',
    question: 'Votre propre question',
    copy_prompt: 'Copier le prompt',
    copy_markdown: 'Copier en Markdown',
    copy_link: 'Copier le lien',
    share: 'Partager',
    copied: 'Copié',
    opened: 'Copié ; collez-le si le champ est vide',
    failed: 'Non copié ; le prompt est sélectionné, copiez-le à la main',
    preview: 'Voir le prompt entier',
    sends: 'envoi parfois immédiat',
    paste: 'coller le prompt',
  },
  pt: {
    title: 'Perguntar à IA sobre esta página',
    question: 'Sua própria pergunta',
    copy_prompt: 'Copiar prompt',
    copy_markdown: 'Copiar como Markdown',
    copy_link: 'Copiar link',
    share: 'Compartilhar',
    copied: 'Copiado',
    opened: 'Copiado; cole se o campo estiver vazio',
    failed: 'Não copiado; o prompt está selecionado, copie à mão',
    preview: 'Ver o prompt completo',
    sends: 'pode enviar na hora',
    paste: 'colar o prompt',
  },
  ja: {
    title: 'このページについてAIに聞く',
    question: '自由に質問する',
    copy_prompt: 'プロンプトをコピー',
    copy_markdown: 'Markdownでコピー',
    copy_link: 'リンクをコピー',
    share: '共有',
    copied: 'コピーしました',
    opened: 'コピーしました。欄が空なら貼り付けてください',
    failed: 'コピーできません。選択したプロンプトを手動でコピーしてください',
    preview: 'プロンプト全文を表示',
    sends: 'すぐに送信されることがあります',
    paste: 'プロンプトを貼り付け',
  },
}

/** What the widget says on a page in a language, and which of ours that is: English for those that we do not have. */
export function widgetTexts(languageTag: string): { language: string; texts: WidgetTexts } {
  const language = languageTag.toLowerCase().split('-')[0] ?? ''
  const texts = Object.hasOwn(TEXTS_BY_LANGUAGE, language) ? TEXTS_BY_LANGUAGE[language] : undefined
  return texts ? { language, texts } : { language: 'en', texts: ENGLISH }
}
