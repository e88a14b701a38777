import { isJsonObject } from '../json-object.ts'
import type { DocumentRead } from '../problem.ts'
import { readWebAddress } from '../web-address.ts'
import { AskProblems } from './ask-problems.ts'
import { isBuiltInValue, ASK_AUTHORS, ASK_INTENTS, ASK_LIMITS, type CitedAsk } from './cited-ask.ts'
import { canonicalJson } from './canonical-json.ts'
import { parseAskTemplate, isValueName } from './ask-template.ts'
import { cleanText, codePoints } from './clean-text.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Reads a Cited Ask from JSON, and returns it with all its members, or every problem. Members that this version does
 * not know stay as they are, since the digest covers them.
 */
export function readAsk(value: unknown): DocumentRead<CitedAsk> {
  const problems = new AskProblems()
  if (!isJsonObject(value)) {
    problems.add('', 'not_object', 'A Cited Ask is a JSON object')
    return { ok: false, problems: problems.list }
  }
  checkNames(value, problems)
  const names = checkVariables(value['variables'], problems)
  checkTemplate(value['template'], names, problems)
  checkPlace(value, problems)
  checkSources(value['sources'], problems)
  checkTargets(value['targets'], problems)
  checkProvenance(value['provenance'], problems)
  if (canonicalJson(value) === undefined) {
    problems.add(
      '',
      'not_canonical',
      `Give JSON of at most ${ASK_LIMITS.depth} levels, with integers and without lone surrogates`,
    )
  }
  // @NOTE the checks above are what makes it one.
  return problems.list.length === 0
    ? { ok: true, value: value as unknown as CitedAsk }
    : { ok: false, problems: problems.list }
}

const ID = { max: 64, form: /^[a-z0-9][a-z0-9-]*$/, what: 'lower-case letters, digits and hyphens' }
const LANGUAGE = {
  max: 35,
  form: /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/,
  what: 'a language tag (BCP 47)',
}
const DIGEST = { max: 60, form: /^sha-256=:[A-Za-z0-9+/]{43}=:$/, what: 'sha-256=:…:' }
const INSTANT = {
  max: 40,
  form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  what: 'an instant (RFC 3339)',
}

function checkNames(ask: Json, problems: AskProblems): void {
  requireMembers(ask, ['id', 'intent', 'template'], problems)
  problems.matching('id', ask['id'], ID)
  problems.oneOf('intent', ask['intent'], ASK_INTENTS)
  problems.text('label', ask['label'], ASK_LIMITS.label)
  problems.matching('language', ask['language'], LANGUAGE)
  problems.matching('digest', ask['digest'], DIGEST)
}

function requireMembers(object: Json, names: readonly string[], problems: AskProblems): void {
  for (const name of names) {
    if (object[name] === undefined) problems.add(name, 'missing', 'This member is required')
  }
}

/** Control characters except the line feed, and lone surrogates. */
const UNPRINTABLE = /[^\P{Cc}\n]|\p{Cs}/u

function checkTemplate(value: unknown, names: ReadonlySet<string>, problems: AskProblems): void {
  const template = problems.text('template', value, ASK_LIMITS.template)
  if (template === undefined) return
  if (UNPRINTABLE.test(template)) {
    problems.add(
      'template',
      'control_character',
      'Remove the control characters and lone surrogates',
    )
  }
  if (/^Source:/m.test(template)) {
    problems.add('template', 'source_line', 'List sources in `sources`; a line `Source:` is added')
  }
  const parsed = parseAskTemplate(template)
  if (!parsed.ok) {
    const message = `The brace at offset ${parsed.at} belongs to no {name}; write {{ or }} for a brace`
    problems.add('template', 'stray_brace', message)
    return
  }
  const used = new Set(parsed.parts.flatMap((part) => (part.kind === 'value' ? [part.name] : [])))
  for (const name of used) {
    if (isBuiltInValue(name) || names.has(name)) continue
    problems.add(
      'template',
      'missing_variable',
      `Declare ${name} in variables, or remove {${name}}`,
    )
  }
}

function checkPlace(ask: Json, problems: AskProblems): void {
  checkAddress('url', ask['url'], problems)
  const path = problems.text('path', ask['path'], ASK_LIMITS.path)
  if (path !== undefined && !/^[/*]/.test(path)) {
    problems.add('path', 'wrong_form', 'Begin the pattern with / or *')
  }
  if (ask['url'] !== undefined && ask['path'] !== undefined) {
    problems.add('path', 'url_and_path', 'Give the one page or the pattern of pages, not both')
  }
}

function checkAddress(path: string, value: unknown, problems: AskProblems): void {
  const text = problems.text(path, value, ASK_LIMITS.url)
  if (text === undefined) return
  if (readWebAddress(text)?.protocol !== 'https:') {
    problems.add(path, 'not_https', 'Give an https address without credentials')
  }
}

function checkSources(value: unknown, problems: AskProblems): void {
  for (const [i, source] of listOf('sources', value, ASK_LIMITS.sources, problems).entries()) {
    const path = `sources[${i}]`
    if (!isJsonObject(source)) {
      problems.add(path, 'not_object', 'Give an object with a url')
      continue
    }
    if (source['url'] === undefined) problems.add(`${path}.url`, 'missing', 'Give the address')
    checkAddress(`${path}.url`, source['url'], problems)
    problems.text(`${path}.title`, source['title'], ASK_LIMITS.sourceTitle)
    checkAddress(`${path}.license`, source['license'], problems)
  }
}

function checkTargets(value: unknown, problems: AskProblems): void {
  for (const [i, id] of listOf('targets', value, ASK_LIMITS.targets, problems).entries()) {
    if (id === null) problems.add(`targets[${i}]`, 'not_text', 'Give a string')
    else problems.matching(`targets[${i}]`, id, ID)
  }
}

function listOf(path: string, value: unknown, max: number, problems: AskProblems): unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) problems.add(path, 'not_list', 'Give a list')
  else if (value.length > max) problems.add(path, 'too_many', `Give at most ${max}`)
  else return value
  return []
}

function checkProvenance(value: unknown, problems: AskProblems): void {
  if (value === undefined) return
  if (!isJsonObject(value)) {
    problems.add('provenance', 'not_object', 'Give an object')
    return
  }
  problems.oneOf('provenance.author', value['author'], ASK_AUTHORS)
  problems.text('provenance.tool', value['tool'], ASK_LIMITS.tool)
  problems.matching('provenance.updated', value['updated'], INSTANT)
}

/** Checks the variables of a Cited Ask, and returns their names. */
function checkVariables(value: unknown, problems: AskProblems): ReadonlySet<string> {
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
