import { isJsonObject } from '../json-object.ts'
import {
  formedText,
  memberPath,
  requireMembers,
  withoutAbsent,
  type ObjectReader,
} from '../read-members.ts'
import { readWebAddress } from '../web-address.ts'
import { readLinkTemplate } from './link-template.ts'
import type { AskTarget, CopyMethod, LinkMethod } from './ask-target.ts'
import { DAY, formedTexts, ID, itemsOf, NAME } from './registry-reader.ts'

const MAX_METHODS = 8
const MAX_ALIASES = 20
const MAX_EVIDENCE = 20
const MAX_URL_CHARS = 2_000

const NAMES = { ...NAME, maxItems: 50 }
const HTTPS = {
  max: MAX_URL_CHARS,
  form: {
    test: (text: string) =>
      text.startsWith('https://') && readWebAddress(text)?.protocol === 'https:',
  },
  what: 'an https address without credentials',
  code: 'not_https',
}

/**
 * Reads one target; members that this version does not know are left out. Undefined where a required member is wrong.
 */
export function readTarget(
  reader: ObjectReader,
  schemes: readonly string[],
): AskTarget | undefined {
  requireMembers(reader, ['id', 'name', 'home', 'methods'])
  const id = formedText(reader, 'id', ID)
  const name = formedText(reader, 'name', NAME)
  const home = formedText(reader, 'home', HTTPS)
  const methods = readMethods(reader, schemes)
  const others = withoutAbsent({
    vendor: formedText(reader, 'vendor', NAME),
    logo: formedText(reader, 'logo', HTTPS),
    aliases: formedTexts(reader, 'aliases', { ...templateForm(schemes), maxItems: MAX_ALIASES }),
    substitute: formedText(reader, 'substitute', ID),
    capabilities: formedTexts(reader, 'capabilities', NAMES),
    agents: readAgents(reader),
    referrers: formedTexts(reader, 'referrers', NAMES),
    utmSources: formedTexts(reader, 'utmSources', NAMES),
  })
  if (id === undefined || name === undefined || home === undefined) return undefined
  return { id, name, home, methods, ...others }
}

function readMethods(
  reader: ObjectReader,
  schemes: readonly string[],
): readonly (LinkMethod | CopyMethod)[] {
  const { path: parent, problems } = reader
  const items = itemsOf(reader, 'methods', MAX_METHODS)
  const methods = items.flatMap(([members, path]) => {
    if (isJsonObject(members)) return readMethod({ members, path, problems }, schemes) ?? []
    problems.add(path, 'not_object', 'Give an object')
    return []
  })
  const copies = items.flatMap(([item], at) =>
    isJsonObject(item) && item['type'] === 'copy' ? [at] : [],
  )
  const stated = reader.members['methods']
  const isList = Array.isArray(stated) && stated.length <= MAX_METHODS
  if (isList && (copies.length !== 1 || copies[0] !== items.length - 1)) {
    problems.add(memberPath(parent, 'methods'), 'copy_not_last', 'Give one copy, as the last')
  }
  return methods
}

function readMethod(
  reader: ObjectReader,
  schemes: readonly string[],
): LinkMethod | CopyMethod | undefined {
  requireMembers(reader, ['type'])
  const type = oneOf(reader, 'type', ['link', 'app', 'copy'])
  if (type === undefined) return undefined
  if (type === 'copy') return { type }
  requireMembers(reader, ['template', 'status', 'submits', 'checked'])
  const template = formedText(reader, 'template', templateForm(type === 'app' ? schemes : []))
  const status = oneOf(reader, 'status', ['documented', 'reported', 'broken'])
  const submits = oneOf(reader, 'submits', ['always', 'never', 'unknown'])
  const checked = formedText(reader, 'checked', DAY)
  const others = withoutAbsent({
    mobile: oneOf(reader, 'mobile', ['works', 'ignored', 'unknown']),
    maxUrlLength: octets(reader, 'maxUrlLength'),
    evidence: formedTexts(reader, 'evidence', { ...HTTPS, maxItems: MAX_EVIDENCE }),
  })
  if (template === undefined || status === undefined || submits === undefined) return undefined
  return checked === undefined ? undefined : { type, template, status, submits, checked, ...others }
}

function oneOf<T extends string>(
  { members, path, problems }: ObjectReader,
  name: string,
  known: readonly T[],
): T | undefined {
  const value = members[name]
  if (value === undefined) return undefined
  const found = known.find((one) => one === value)
  const place = memberPath(path, name)
  return found ?? problems.add(place, 'unknown_value', `Give one of ${known.join(', ')}`)
}

/**
 * Reads a member that is a number of octets from 100 to 100,000; undefined where it is absent, or wrong, which is a
 * problem.
 */
export function octets(
  { members, path, problems }: ObjectReader,
  name: string,
): number | undefined {
  const value = members[name]
  if (value === undefined) return undefined
  const isOctets = typeof value === 'number' && Number.isInteger(value)
  if (isOctets && value >= 100 && value <= 100_000) return value
  return problems.add(
    memberPath(path, name),
    'out_of_range',
    'Give a whole number from 100 to 100000',
  )
}

const templateForm = (schemes: readonly string[]) => ({
  max: MAX_URL_CHARS,
  form: { test: (text: string) => readLinkTemplate(text, schemes) !== undefined },
  what: 'an https address, or one of a listed scheme, with one {prompt} as the whole value of a parameter',
  code: 'wrong_template',
})

function readAgents({ members, path, problems }: ObjectReader): AskTarget['agents'] {
  const value = members['agents']
  if (value === undefined) return undefined
  const place = memberPath(path, 'agents')
  if (!isJsonObject(value)) return problems.add(place, 'not_object', 'Give an object')
  const reader = { members: value, path: place, problems }
  return withoutAbsent({
    user: formedTexts(reader, 'user', NAMES),
    search: formedTexts(reader, 'search', NAMES),
    train: formedTexts(reader, 'train', NAMES),
  })
}
