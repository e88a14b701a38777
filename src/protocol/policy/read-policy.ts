import { isJsonObject } from '../json-object.ts'
import type { DocumentRead } from '../problem.ts'
import {
  formedText,
  memberPath,
  ProblemList,
  textsMember,
  withoutAbsent,
  type ObjectReader,
} from '../read-members.ts'
import { readWebAddress } from '../web-address.ts'
import {
  ATTRIBUTIONS,
  isUse,
  type AskPolicy,
  type AskPolicyRule,
  type StatedTerms,
  type Use,
} from './ask-policy.ts'
import { MAX_PATTERN_CHARS } from './path.ts'

const MAX_RULES = 500
/** The most patterns of a whole policy, since each is compared with every address that is asked about. */
const MAX_PATTERNS = 1_000
const MAX_TARGETS = 100
const MAX_TOKENS = 50
const MAX_TOKEN_CHARS = 64
const MAX_URL_CHARS = 2_048
const MAX_EXCERPT = 1_000_000

/**
 * Reads an Ask Policy, and returns it or every problem. A member that the specification does not know is left out; one
 * that it does not allow is a problem.
 */
export function readPolicy(value: unknown): DocumentRead<AskPolicy> {
  const problems = new ProblemList()
  return problems.result(readPolicyAt(value, '', problems))
}

/** Reads an Ask Policy that is a part of another document, whose reader collects the problems. */
export function readPolicyAt(
  value: unknown,
  parent: string,
  problems: ProblemList,
): AskPolicy | undefined {
  if (!isJsonObject(value)) return problems.add(parent, 'not_object', 'Give an object')
  const terms = readTerms({ members: value, path: parent, problems })
  const list: unknown = value['rules'] ?? []
  const path = memberPath(parent, 'rules')
  if (!Array.isArray(list)) return problems.add(path, 'not_list', 'Give a list of rules')
  if (list.length > MAX_RULES) {
    return problems.add(path, 'too_many', `Give at most ${MAX_RULES} rules`)
  }
  const rules: AskPolicyRule[] = []
  for (const [index, one] of list.entries()) {
    const rule = readRule(one, `${path}[${index}]`, problems)
    if (rule !== undefined) rules.push(rule)
  }
  if (rules.reduce((sum, rule) => sum + rule.path.length, 0) > MAX_PATTERNS) {
    return problems.add(path, 'too_many', `Give at most ${MAX_PATTERNS} patterns together`)
  }
  return { ...terms, rules }
}

function readRule(value: unknown, path: string, problems: ProblemList): AskPolicyRule | undefined {
  if (!isJsonObject(value)) return problems.add(path, 'not_object', 'Give an object')
  const reader = { members: value, path, problems }
  return {
    path: readPatterns(reader),
    targets: textsMember(reader, 'targets', TARGET_BOUNDS) ?? ['*'],
    allow: readUses(reader, 'allow'),
    deny: readUses(reader, 'deny'),
    ...readTerms(reader),
  }
}

const TARGET_BOUNDS = { maxItems: MAX_TARGETS, maxLength: MAX_TOKEN_CHARS }

function readPatterns(reader: ObjectReader): readonly string[] {
  const bounds = { maxItems: MAX_PATTERNS, maxLength: MAX_PATTERN_CHARS }
  const patterns = textsMember(reader, 'path', bounds) ?? ['/']
  for (const [index, pattern] of patterns.entries()) {
    if (pattern.startsWith('/') || pattern.startsWith('*')) continue
    const place = Array.isArray(reader.members['path']) ? `path[${index}]` : 'path'
    reader.problems.add(`${reader.path}.${place}`, 'wrong_form', 'Begin the pattern with / or *')
  }
  return patterns
}

function readUses(reader: ObjectReader, name: 'allow' | 'deny'): readonly (Use | '*')[] {
  const bounds = { maxItems: MAX_TOKENS, maxLength: MAX_TOKEN_CHARS }
  const tokens = textsMember(reader, name, bounds) ?? []
  return tokens.filter((use): use is Use | '*' => use === '*' || isUse(use))
}

const readTerms = (reader: ObjectReader): StatedTerms =>
  withoutAbsent({
    attribution: readAttribution(reader),
    maxExcerpt: readExcerpt(reader),
    license: formedText(reader, 'license', LICENSE),
  })

const LICENSE = {
  max: MAX_URL_CHARS,
  form: { test: (text: string) => readWebAddress(text) !== undefined },
  what: 'an http or https address',
}

function readAttribution({ members, path, problems }: ObjectReader): StatedTerms['attribution'] {
  const stated = members['attribution']
  if (stated === undefined) return undefined
  const known = ATTRIBUTIONS.find((one) => one === stated)
  const place = memberPath(path, 'attribution')
  return known ?? problems.add(place, 'unknown_value', `Give one of ${ATTRIBUTIONS.join(', ')}`)
}

function readExcerpt({ members, path, problems }: ObjectReader): number | undefined {
  const stated = members['maxExcerpt']
  if (stated === undefined) return undefined
  const place = memberPath(path, 'maxExcerpt')
  if (typeof stated !== 'number' || !Number.isInteger(stated)) {
    return problems.add(place, 'not_integer', 'Give a whole number')
  }
  if (stated < 0 || stated > MAX_EXCERPT) {
    return problems.add(place, 'out_of_range', `Give a number from 0 to ${MAX_EXCERPT}`)
  }
  return stated
}
