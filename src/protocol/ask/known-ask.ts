import { isJsonObject } from '../json-object.ts'
import { ASK_LIMITS, type CitedAsk } from './cited-ask.ts'

/**
 * True for a value that has the types and sizes of a Cited Ask as far as rendering needs them. The check is cheap: it
 * refuses wrong values of callers without types, and costs callers little who have read the Cited Ask before.
 */
export const isKnownAsk = (ask: unknown): ask is CitedAsk =>
  isJsonObject(ask) &&
  typeof ask['template'] === 'string' &&
  ask['template'].length <= 2 * ASK_LIMITS.template &&
  ['language', 'url', 'path'].every((name) => isOptionalText(ask[name])) &&
  areVariables(ask['variables']) &&
  areSources(ask['sources'])

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string'

function areVariables(value: unknown): boolean {
  if (value === undefined) return true
  if (!isJsonObject(value)) return false
  const names = Object.keys(value)
  return names.length <= ASK_LIMITS.variables && names.every((name) => isVariable(value[name]))
}

function isVariable(variable: unknown): boolean {
  if (!isJsonObject(variable)) return false
  const { default: text, maxLength } = variable
  return isOptionalText(text) && (maxLength === undefined || Number.isSafeInteger(maxLength))
}

const areSources = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length <= ASK_LIMITS.sources && value.every(isJsonObject))
