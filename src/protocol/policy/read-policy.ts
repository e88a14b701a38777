import { isJsonObject } from '../json-object.ts'
import type { DocumentRead } from '../problem.ts'
import { memberPath, ProblemList, textMember, textsMember, type Members } from '../read-members.ts'
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
/** Patterns of a whole policy, since each is compared with every address that is asked about. */
const MAX_PATTERNS = 1_000
const MAX_TARGETS = 100
const MAX_TOKENS = 50
const MAX_TOKEN_CHARS = 64
const MAX_URL_CHARS = 2_048
const MAX_EXCERPT = 1_000_000

/** Reads an Ask Policy; what the specification does not know is left out, what it does not allow is a problem. */
export function readPolicy(value: unknown): DocumentRead<AskPolicy> {
  const problems = new ProblemList()
  return problems.result(readPolicyAt(value, '', problems))
}

/** The same as a part of another document, whose problems are collected by its reader. */
export function readPolicyAt(
  value: unknown,
  parent: string,
  problems: ProblemList,
): AskPolicy | undefined {
  if (!isJsonObject(value)) return problems.add(parent, 'not_object', 'Give an object')
  const terms = readTerms(value, parent, problems)
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

function readRule(
  value: unknown,
  parent: string,
  problems: ProblemList,
): AskPolicyRule | undefined {
  if (!isJsonObject(value)) return problems.add(parent, 'not_object', 'Give an object')
  return {
    path: readPatterns(value, parent, problems),
    targets: readTargets(value, parent, problems),
    allow: readUses(value, 'allow', parent, problems),
    deny: readUses(value, 'deny', parent, problems),
    ...readTerms(value, parent, problems),
  }
}

function readPatterns(value: Members, parent: string, problems: ProblemList): readonly string[] {
  const bounds = { maxItems: MAX_PATTERNS, maxLength: MAX_PATTERN_CHARS }
  const patterns = textsMember({ members: value, name: 'path', parent, problems }, bounds) ?? ['/']
  for (const [index, pattern] of patterns.entries()) {
    if (pattern.startsWith('/') || pattern.startsWith('*')) continue
    const place = Array.isArray(value['path']) ? `${parent}.path[${index}]` : `${parent}.path`
    problems.add(place, 'wrong_form', 'Begin the pattern with / or *')
  }
  return patterns
}

const readTargets = (value: Members, parent: string, problems: ProblemList): readonly string[] =>
  textsMember({ members: value, name: 'targets', parent, problems }, TARGET_BOUNDS) ?? ['*']

const TARGET_BOUNDS = { maxItems: MAX_TARGETS, maxLength: MAX_TOKEN_CHARS }

function readUses(
  value: Members,
  name: 'allow' | 'deny',
  parent: string,
  problems: ProblemList,
): readonly (Use | '*')[] {
  const bounds = { maxItems: MAX_TOKENS, maxLength: MAX_TOKEN_CHARS }
  const tokens = textsMember({ members: value, name, parent, problems }, bounds) ?? []
  return tokens.filter((use): use is Use | '*' => use === '*' || isUse(use))
}

function readTerms(value: Members, parent: string, problems: ProblemList): StatedTerms {
  const attribution = readAttribution(value, parent, problems)
  const maxExcerpt = readExcerpt(value, parent, problems)
  const license = readLicense(value, parent, problems)
  return {
    ...(attribution === undefined ? {} : { attribution }),
    ...(maxExcerpt === undefined ? {} : { maxExcerpt }),
    ...(license === undefined ? {} : { license }),
  }
}

function readAttribution(
  value: Members,
  parent: string,
  problems: ProblemList,
): StatedTerms['attribution'] {
  const stated = value['attribution']
  if (stated === undefined) return undefined
  const known = ATTRIBUTIONS.find((one) => one === stated)
  const path = memberPath(parent, 'attribution')
  return known ?? problems.add(path, 'unknown_value', `Give one of ${ATTRIBUTIONS.join(', ')}`)
}

function readExcerpt(value: Members, parent: string, problems: ProblemList): number | undefined {
  const stated = value['maxExcerpt']
  if (stated === undefined) return undefined
  const path = memberPath(parent, 'maxExcerpt')
  if (typeof stated !== 'number' || !Number.isInteger(stated)) {
    return problems.add(path, 'not_integer', 'Give a whole number')
  }
  if (stated < 0 || stated > MAX_EXCERPT) {
    return problems.add(path, 'out_of_range', `Give a number from 0 to ${MAX_EXCERPT}`)
  }
  return stated
}

function readLicense(value: Members, parent: string, problems: ProblemList): string | undefined {
  const place = { members: value, name: 'license', parent, problems }
  const stated = textMember(place, MAX_URL_CHARS)
  if (stated === undefined || readWebAddress(stated) !== undefined) return stated
  return problems.add(memberPath(parent, 'license'), 'wrong_form', 'Give an http or https address')
}
