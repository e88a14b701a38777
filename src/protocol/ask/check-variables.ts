import { isJsonObject } from '../json-object.ts'
import type { AskProblems } from './ask-problems.ts'
import { isValueName } from './ask-template.ts'
import { ASK_LIMITS, isBuiltInValue } from './cited-ask.ts'
import { cleanText, codePoints } from './clean-text.ts'

/** Checks the variables of a Cited Ask, and gives their names. */
export function checkVariables(value: unknown, problems: AskProblems): ReadonlySet<string> {
  if (value === undefined) return new Set()
  if (!isJsonObject(value)) {
    problems.add('variables', 'not_object', 'Give an object of variables by name')
    return new Set()
  }
  const names = Object.keys(value)
  if (names.length > ASK_LIMITS.variables) {
    problems.add('variables', 'too_many', `Give at most ${ASK_LIMITS.variables} variables`)
    return new Set(names)
  }
  for (const name of names) checkVariable(name, value[name], problems)
  return new Set(names)
}

function checkVariable(name: string, value: unknown, problems: AskProblems): void {
  const path = `variables.${name.slice(0, 40)}`
  if (!isValueName(name)) {
    problems.add(path, 'wrong_form', 'Name it with letters, digits and _, a letter first')
  } else if (isBuiltInValue(name)) {
    problems.add(path, 'built_in', 'Every page has this value; choose another name')
  }
  if (!isJsonObject(value)) {
    problems.add(path, 'not_object', 'Give an object, which may be empty')
    return
  }
  problems.text(`${path}.label`, value['label'], ASK_LIMITS.label)
  const max = maxLengthOf(`${path}.maxLength`, value['maxLength'], problems)
  const text = problems.text(`${path}.default`, value['default'], 2 * ASK_LIMITS.maxLength)
  if (text === undefined) return
  const cleaned = cleanText(text)
  if (cleaned === '') problems.add(`${path}.default`, 'empty', 'Give a text, or leave it out')
  if (codePoints(cleaned) > max) {
    problems.add(`${path}.default`, 'value_too_long', `Give at most ${max} characters`)
  }
}

function maxLengthOf(path: string, value: unknown, problems: AskProblems): number {
  if (value === undefined) return ASK_LIMITS.value
  const isLength = typeof value === 'number' && Number.isInteger(value) && value >= 1
  if (isLength && value <= ASK_LIMITS.maxLength) return value
  problems.add(path, 'not_length', `Give an integer from 1 to ${ASK_LIMITS.maxLength}`)
  return ASK_LIMITS.maxLength
}
