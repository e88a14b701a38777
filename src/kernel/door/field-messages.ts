import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** The pattern of messages that the schema library wrote; all other messages are those of a schema. */
const OF_THE_LIBRARY = /^(?:Too (?:small|big): |Invalid ISO )/

const FORMATS: Readonly<Record<string, string>> = {
  date: 'Must be a day such as 2026-01-31',
  datetime: 'Must be a time with its zone, such as 2026-01-31T12:00:00Z',
}

/** The unit in which the size of a value is counted. */
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'entry' }
const PLURALS: Readonly<Record<string, string>> = { character: 'characters', entry: 'entries' }

/**
 * Says what is wrong with a value of the right type, in words for the caller; a message of the schema itself stays as
 * it is.
 */
export function plainMessage(issue: Issue): string {
  if (!OF_THE_LIBRARY.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_small':
      return bounded(
        issue.origin,
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      )
    case 'too_big':
      return bounded(
        issue.origin,
        issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      )
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message
    default:
      return issue.message
  }
}

function bounded(origin: string, comparison: string, bound: number | bigint): string {
  const unit = UNITS[origin]
  if (unit === undefined) return `Must be ${comparison} ${bound}`
  return `Must have ${comparison} ${bound} ${Number(bound) === 1 ? unit : PLURALS[unit]}`
}
