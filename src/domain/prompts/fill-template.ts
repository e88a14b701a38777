import { cleanUrl, cleanValue } from './clean-value.ts'
import { applyFilter } from './filters.ts'
import type { PromptLocale } from './prompt-locale.ts'
import { PLACEHOLDER_CHARS, type PlaceholderName, type TemplatePart } from './placeholders.ts'

/** The raw values of placeholders, which filling a template cleans and truncates. Absent and empty mean the same. */
export type PlaceholderValues = Readonly<
  Partial<Record<PlaceholderName, string | readonly string[]>>
>

type Wording = Pick<PromptLocale, 'quotes' | 'listSeparator'>

const MAX_LIST_ITEMS = 20
/** The number of items of a list that are shown unless the template states another one. */
const LIST_ITEMS = 5
const URLS: ReadonlySet<PlaceholderName> = new Set(['url', 'canonical_url', 'markdown_url'])

/**
 * Puts values into a template, once and from left to right: text that looks like a placeholder inside a value stays
 * text. A value that is absent and has no default leaves nothing (`missingValues` tells which).
 */
export function fillTemplate(
  parts: readonly TemplatePart[],
  values: PlaceholderValues,
  wording: Wording,
): string {
  return parts
    .map((part) => (part.kind === 'text' ? part.text : fillPlaceholder(part, values, wording)))
    .join('')
}

/** Lists the placeholders that would leave nothing in their place. */
export function missingValues(
  parts: readonly TemplatePart[],
  values: PlaceholderValues,
  wording: Wording,
): PlaceholderName[] {
  return parts.flatMap((part) =>
    part.kind === 'placeholder' && fillPlaceholder(part, values, wording) === '' ? [part.name] : [],
  )
}

function fillPlaceholder(
  { name, filters }: Extract<TemplatePart, { kind: 'placeholder' }>,
  values: PlaceholderValues,
  { quotes, listSeparator }: Wording,
): string {
  const list = filters.find((filter) => filter.name === 'list')
  const items = itemsOf(name, values[name]).slice(0, list?.items ?? LIST_ITEMS)
  return filters.reduce(
    (text, filter) => applyFilter(filter, text, quotes),
    items.join(listSeparator),
  )
}

function itemsOf(name: PlaceholderName, value: string | readonly string[] | undefined): string[] {
  const raw = typeof value === 'string' ? [value] : (value ?? []).slice(0, MAX_LIST_ITEMS)
  return raw
    .map((item) =>
      URLS.has(name) ? (cleanUrl(item) ?? '') : cleanValue(item, PLACEHOLDER_CHARS[name]),
    )
    .filter((item) => item !== '')
}
