import { cleanUrl } from './clean-value.ts'
import type { TemplatePart } from './placeholders.ts'
import type { PromptLocale } from './prompt-locale.ts'
import { fillTemplate, type PlaceholderValues } from './fill-template.ts'

/**
 * Renders the whole prompt for a reader: the filled template, a blank line, `Source:` with the page's URL, and the
 * citation clause of the language (Ask AI Protocol 6.3). `Source:` is the same in every language, so that programs
 * find it. Throws a RangeError when the values have no `sourceOf`: a prompt without its source must not exist.
 */
export function renderPrompt(
  parts: readonly TemplatePart[],
  values: PlaceholderValues,
  locale: PromptLocale,
): string {
  const source = sourceOf(values)
  if (source === undefined) throw new RangeError('A prompt needs the http(s) URL of its page')
  return `${fillTemplate(parts, values, locale).trim()}\n\nSource: ${source}\n${locale.clause}`
}

/** Returns the URL that prompts with these values cite, serialised: the canonical one, else that of the page. */
export function sourceOf({ canonical_url: canonical, url }: PlaceholderValues): string | undefined {
  return [canonical, url]
    .map((one) => (typeof one === 'string' ? cleanUrl(one) : undefined))
    .find((one) => one !== undefined)
}
