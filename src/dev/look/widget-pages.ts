import { PROMPT_LOCALES, type PromptLanguage } from '../../domain/prompts/locales.ts'
import { WIDGET_SIGNS } from '../../domain/widget/widget-signs.ts'
import { widgetTexts } from '../../domain/widget/widget-texts.ts'
import { shownTargets } from '../../features/widget/shown-targets.ts'
import { citationClause } from '../../protocol/ask/citation-clauses.ts'
import {
  QUESTION_MARK,
  widgetSettings,
  type WidgetAnswer,
} from '../../widget/testing/widget-settings.ts'

const TASKS = ['summarize', 'key_takeaways', 'critique', 'cite'] as const

/** The pages that the widget is drawn on, by language; the last one has a language that is written from the right. */
const ARTICLES: Readonly<Record<string, readonly [title: string, text: string]>> = {
  en: [
    'Skeg or rudder?',
    'A skeg trims the boat so that it holds a course in a side wind. A rudder steers, which helps long or loaded boats and tired paddlers.',
  ],
  de: [
    'Datenschutzgrundverordnung für Segelvereine',
    'Wer Mitgliederlisten führt, braucht ein Verarbeitungsverzeichnis. Die Aufbewahrungsfristen richten sich nach der Vereinssatzung.',
  ],
  ja: [
    'デブレルとは',
    'DEVRELとは開発者との関係を築き、製品やサービスを知ってもらうための活動です。',
  ],
  fr: [
    'Dérive ou gouvernail ?',
    'Une dérive tient le cap par vent de travers. Un gouvernail dirige les bateaux longs ou chargés.',
  ],
  ar: [
    'زعنفة أم دفّة؟',
    'تحافظ الزعنفة على مسار القارب في الريح الجانبية، أما الدفّة فتوجّهه وتريح المجدّف المتعب.',
  ],
}

const QUESTIONS = [
  'When is a rudder better than a skeg?',
  'Why does my kayak turn into the wind?',
  'How long is a skeg?',
]

const STYLE = `body { margin: 0; font: 16px/1.6 Inter, 'Noto Sans', system-ui, sans-serif; color: #1b1b1f }
main { max-width: 680px; margin: 0 auto; padding: 16px }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere }
p { margin: 0 0 16px }
@media (prefers-color-scheme: dark) { body { background: #17171a; color: #ececf1 } }
.paper { background: #fbf4e6; color: #3a2f22; font-family: Georgia, 'Noto Serif', serif }
.paper ask-ai { --ask-ai-accent: #8a3b12; --ask-ai-background: #fffaf0; --ask-ai-font: system-ui, sans-serif; --ask-ai-radius: 6px }`

/** A publisher's page of a language, with a class on its body. */
export function articlePage(language: string, className: string, tag: string): string {
  const [title = '', text = ''] = ARTICLES[language] ?? []
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${STYLE}</style>${tag}</head>
<body class="${className}"><main><h1>${title}</h1><p>${text}</p></main></body></html>`
}

/**
 * Returns what the widget shows on that page: every assistant that is offered by default, and the texts of the product.
 */
export function articleConfig(origin: string, language: string, kind: string): WidgetAnswer {
  const { language: locale, texts } = widgetTexts(language)
  // @NOTE prompts are written in each language of the widget.
  const spoken = locale as PromptLanguage
  const [title = ''] = ARTICLES[language] ?? []
  const { kinds, quotes } = PROMPT_LOCALES[spoken]
  const source = `\n\nSource: https://tideline.example/skeg-or-rudder\n${citationClause(spoken)}`
  const tasks = TASKS.map((task) => ({
    kind: task,
    label: kinds[task].label,
    text: `${quotes.open}${title}${quotes.close}: ${kinds[task].sentence.replace('{{canonical_url}}', 'URL')}${source}`,
  }))
  const asks = { kind: 'ask', label: texts.question, text: QUESTION_MARK + source }
  return {
    ...widgetSettings(origin, texts),
    locale,
    signs: WIDGET_SIGNS,
    targets: shownTargets(null).slice(0, kind === 'three' ? 3 : undefined),
    questions: kind === 'questions' ? QUESTIONS.map((text) => ({ text, origin: 'page' })) : [],
    question: { enabled: true, maxLength: 300, placeholder: texts.question, mark: QUESTION_MARK },
    prompts: { default: [...tasks, asks] },
    mode: kind === 'button' || kind === 'inline' ? kind : 'bar',
    placement: { selector: null, position: kind === 'float' ? 'float' : 'end' },
    page: { path: '/', markdownUrl: kind === 'markdown' ? '/skeg.md' : null },
  }
}
