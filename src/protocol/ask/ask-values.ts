import { readWebAddress } from '../web-address.ts'
import type { AskTemplatePart } from './ask-template.ts'
import { ASK_LIMITS, isBuiltInValue, type BuiltInValue, type CitedAsk } from './cited-ask.ts'
import { cleanText, codePoints } from './clean-text.ts'

/** The page that a prompt is about, with values that are not cleaned yet. */
export interface AskPage {
  /** The canonical address of the page. */
  readonly url: string
  readonly title: string
  /** The name of the page's site. */
  readonly site: string
  readonly language?: string | undefined
}

export type ValueError = 'missing_variable' | 'value_too_long' | 'invalid_value'

type AskValues =
  | { readonly ok: true; readonly valueByName: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly error: ValueError; readonly name: string }

type Value =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: ValueError }

/** The most characters of a value before it is cleaned; a longer one is refused, so that the work is bounded. */
const MAX_RAW_CHARS = 20_000

/** Returns the cleaned value of every name in a template, or the first error. */
export function askValues(
  ask: CitedAsk,
  parts: readonly AskTemplatePart[],
  given: { page: AskPage; inputs?: Readonly<Record<string, string>> | undefined },
): AskValues {
  const valueByName = new Map<string, string>()
  for (const part of parts) {
    if (part.kind === 'text' || valueByName.has(part.name)) continue
    const found = isBuiltInValue(part.name)
      ? builtInValue(part.name, ask, given.page)
      : variableValue(part.name, ask, given.inputs)
    if (!found.ok) return { ok: false, error: found.error, name: part.name }
    valueByName.set(part.name, found.value)
  }
  return { ok: true, valueByName }
}

function builtInValue(name: BuiltInValue, ask: CitedAsk, page: AskPage): Value {
  if (name === 'url') {
    const href = readWebAddress(page.url)?.href
    return href === undefined ? { ok: false, error: 'invalid_value' } : { ok: true, value: href }
  }
  const raw = name === 'language' ? (page.language ?? ask.language) : page[name]
  return cleanedValue(raw, ASK_LIMITS.value)
}

function variableValue(
  name: string,
  ask: CitedAsk,
  inputs: Readonly<Record<string, string>> = {},
): Value {
  const variables = ask.variables ?? {}
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (variable === undefined) return { ok: false, error: 'missing_variable' }
  const max = variable.maxLength ?? ASK_LIMITS.value
  const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined
  const given: Value = input === undefined ? MISSING : cleanedValue(input, max)
  const isAbsent = !given.ok && given.error === 'missing_variable'
  return isAbsent ? cleanedValue(variable.default, max) : given
}

const MISSING: Value = { ok: false, error: 'missing_variable' }

/** Cleans a value. A value that has no visible character counts as missing. */
function cleanedValue(raw: string | undefined, max: number): Value {
  if (raw === undefined) return MISSING
  // Callers without types may give anything.
  if (typeof raw !== 'string') return { ok: false, error: 'invalid_value' }
  if (raw.length > MAX_RAW_CHARS) return { ok: false, error: 'value_too_long' }
  const value = cleanText(raw)
  if (value === '') return MISSING
  return codePoints(value) > max ? { ok: false, error: 'value_too_long' } : { ok: true, value }
}
