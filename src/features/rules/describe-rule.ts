import type { RuleActions, RuleMatch } from '../../domain/prompt-rules/rule-input.ts'

/** The most characters of a description; it is for a table, and the list of rules shows each rule in full. */
const MAX_WORDS = 240
const MAX_VALUE = 60

/** Returns the conditions of a rule as one line, such as `path=/blog/** type=article not(tag=old)`. */
export const describeMatch = (match: RuleMatch): string => cut(conditions(match), MAX_WORDS)

function conditions({ any, not, wordCount, ...plain }: RuleMatch): string {
  const words = [
    ...Object.entries(plain).map(([name, value]) => `${name}=${cut(String(value), MAX_VALUE)}`),
    ...(wordCount?.gte === undefined ? [] : [`wordCount>=${wordCount.gte}`]),
    ...(wordCount?.lte === undefined ? [] : [`wordCount<=${wordCount.lte}`]),
    ...(any ? [`any(${any.map(conditions).join(' | ')})`] : []),
    ...(not ? [`not(${conditions(not)})`] : []),
  ]
  return words.length === 0 ? 'every page' : words.join(' ')
}

/** Returns the actions of a rule as one line, such as `setTemplates=ask+compare setLanguage=de`. */
export function describeActions({ setTemplates, vars, trackQuery, ...plain }: RuleActions): string {
  const named: [string, unknown][] = [
    ['setTemplates', setTemplates?.map(({ kind }) => kind)],
    ...Object.entries(plain),
    ['vars', vars && Object.keys(vars)],
    ['trackQuery', trackQuery?.text],
  ]
  const words = named
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${cut(valueWords(value), MAX_VALUE)}`)
  return cut(words.join(' '), MAX_WORDS)
}

const valueWords = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join('+') : String(value)

const cut = (text: string, length: number): string => {
  const line = text.replaceAll(/\s/g, ' ')
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line
}
