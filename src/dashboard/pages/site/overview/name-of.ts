import { formatCode } from '../../../formats.ts'
import { t } from '../../../texts/index.ts'

/** Names of engines as people write them; others are told as they are stored. */
const ENGINES: Readonly<Record<string, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  perplexity: 'Perplexity',
  gemini: 'Gemini',
  copilot: 'Copilot',
  grok: 'Grok',
  mistral: 'Mistral',
}

/** Names a value of a dimension for people: an engine by its name, a country in the language of the page. */
export function nameOfValue(dimension: string, value: string | number | null): string {
  const text = String(value ?? '')
  if (text === '' || text === '(none)') return t.none
  if (dimension === 'engine') return ENGINES[text] ?? text
  if (dimension === 'country' && /^[A-Z]{2}$/.test(text)) return formatCode(text, 'region')
  if (dimension === 'hourOfDay') return `${text}:00`
  return text
}
