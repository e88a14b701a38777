import type { AskTemplatePart } from '../ask/ask-template.ts'
import { cleanText, codePoints } from '../ask/clean-text.ts'

/**
 * The work that is left for one link, over all prompts of a manifest: each end of a value that is tried costs one step,
 * and one more for each 16 characters of the value.
 */
export interface MatchBudget {
  steps: number
}

/** The characters of a value that cost one step. */
const CHARS_PER_STEP = 16

interface Match {
  readonly parts: readonly AskTemplatePart[]
  readonly text: string
  /** Returns the most characters that the value of a name may have. */
  readonly maxOf: (name: string) => number
  readonly budget: MatchBudget
}

/**
 * Finds the values by name with which a template gives a text, by cutting the literals out of the text from left to
 * right. `known` are values that are given. Undefined where the template cannot have given this text, or where the
 * budget is used up.
 */
export function matchTemplate(
  match: Match,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  return matchFrom(match, 0, 0, known)
}

function matchFrom(
  match: Match,
  index: number,
  start: number,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  let at = start
  for (let i = index; i < match.parts.length; i++) {
    const part = match.parts[i]
    if (part === undefined) break
    const literal = part.kind === 'text' ? part.text : values.get(part.name)
    if (literal === undefined && part.kind === 'value') return cutValue(match, i, at, values)
    if (literal === undefined || !match.text.startsWith(literal, at)) return undefined
    at += literal.length
  }
  return at === match.text.length ? values : undefined
}

/**
 * Tries each end that a value may have, the nearest first, and returns the values of the first that matches; undefined
 * where no end does.
 */
function cutValue(
  match: Match,
  index: number,
  start: number,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  const { parts, text, maxOf, budget } = match
  const part = parts[index]
  if (part?.kind !== 'value') return undefined
  const nextEnd = endsBefore(match, index + 1, values)
  const max = maxOf(part.name)
  const last = Math.min(text.length, start + 2 * max)
  for (let end = nextEnd(start + 1); end >= 0 && end <= last; end = nextEnd(end + 1)) {
    const steps = 1 + Math.floor((end - start) / CHARS_PER_STEP)
    if (budget.steps < steps) return undefined
    budget.steps -= steps
    const value = text.slice(start, end)
    if (codePoints(value) > max || cleanText(value) !== value) continue
    const found = matchFrom(match, index + 1, end, new Map([...values, [part.name, value]]))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Makes a function that finds the next place where a value may end: at the end of the text, or where the part after the
 * value begins.
 */
function endsBefore(
  { parts, text }: Match,
  index: number,
  values: ReadonlyMap<string, string>,
): (from: number) => number {
  const next = parts[index]
  if (next === undefined) return (from) => (from <= text.length ? text.length : -1)
  const literal = next.kind === 'text' ? next.text : (values.get(next.name) ?? '')
  // An empty literal would be found at the end for ever.
  return (from) => (from <= text.length ? text.indexOf(literal, from) : -1)
}
