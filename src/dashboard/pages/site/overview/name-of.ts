import { engineLabel } from '../../../engine-label.ts'
import { formatCode } from '../../../formats.ts'
import { t } from '../../../texts/index.ts'

/**
 * Returns the name of a value of a dimension for people: an engine by its name, a country in the language of the page.
 */
export function nameOfValue(dimension: string, value: string | number | null): string {
  const text = String(value ?? '')
  if (text === '' || text === '(none)') return t.none
  if (dimension === 'engine') return engineLabel(text)
  if (dimension === 'country' && /^[A-Z]{2}$/.test(text)) return formatCode(text, 'region')
  if (dimension === 'hourOfDay') return `${text}:00`
  return text
}
