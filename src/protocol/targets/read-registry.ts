import { isBounded } from '../document-bounds.ts'
import { isJsonObject } from '../json-object.ts'
import type { DocumentRead } from '../problem.ts'
import {
  formedText,
  ProblemList,
  requireMembers,
  withoutAbsent,
  type ObjectReader,
} from '../read-members.ts'
import { octets, readTarget } from './read-target.ts'
import { DAY, formedTexts, ID, itemsOf } from './registry-reader.ts'
import type { AskTarget, TargetRegistry } from './ask-target.ts'

const MAX_TARGETS = 200
const MAX_RETIRED = 1_000
const SCHEME = {
  max: 32,
  // Browsers run or read these by themselves; the web's own schemes belong to links.
  form: /^(?!(?:https?|wss?|ftp|javascript|vbscript|data|file|blob|filesystem|about|view-source)$)[a-z][a-z0-9+.-]*$/,
  what: 'the scheme of an installed program',
  maxItems: 20,
}

/**
 * Reads a registry that a caller brings, and returns it or every problem. Members that this version does not know are
 * left out.
 */
export function readRegistry(value: unknown): DocumentRead<TargetRegistry> {
  const problems = new ProblemList()
  if (!isJsonObject(value)) problems.add('', 'not_object', 'Give an object')
  else if (!isBounded(value)) problems.add('', 'too_long', 'Give a registry that ends')
  if (!problems.isEmpty || !isJsonObject(value)) return problems.result<TargetRegistry>(undefined)
  return problems.result(readMembers({ members: value, path: '', problems }))
}

function readMembers(reader: ObjectReader): TargetRegistry | undefined {
  requireMembers(reader, ['revision', 'maxUrlLength', 'targets'])
  const revision = formedText(reader, 'revision', DAY)
  const maxUrlLength = octets(reader, 'maxUrlLength')
  const appSchemes = formedTexts(reader, 'appSchemes', SCHEME)
  const defaults = formedTexts(reader, 'defaults', { ...ID, maxItems: MAX_TARGETS })
  const retired = formedTexts(reader, 'retired', { ...ID, maxItems: MAX_RETIRED })
  const targets = readTargets(reader, appSchemes ?? [])
  checkIds(reader, targets, { defaults, retired })
  if (revision === undefined || maxUrlLength === undefined) return undefined
  return {
    revision,
    maxUrlLength,
    ...withoutAbsent({ appSchemes, defaults, retired }),
    targets: [...targets.values()],
  }
}

/** Reads the targets of a registry, and returns them by their path in the document. */
function readTargets(
  reader: ObjectReader,
  schemes: readonly string[],
): ReadonlyMap<string, AskTarget> {
  const { problems } = reader
  const targets = new Map<string, AskTarget>()
  for (const [members, path] of itemsOf(reader, 'targets', MAX_TARGETS)) {
    if (!isJsonObject(members)) {
      problems.add(path, 'not_object', 'Give an object')
      continue
    }
    const target = readTarget({ members, path, problems }, schemes)
    if (target !== undefined) targets.set(path, target)
  }
  return targets
}

interface OtherIds {
  readonly defaults: readonly string[] | undefined
  readonly retired: readonly string[] | undefined
}

/** Checks that each id belongs to one target and is not retired, and that each target that is named exists. */
function checkIds(
  { problems }: ObjectReader,
  targets: ReadonlyMap<string, AskTarget>,
  { defaults = [], retired = [] }: OtherIds,
): void {
  // Targets may be missing from the list because of the problems that were found.
  if (!problems.isEmpty) return
  const ids = new Set<string>()
  for (const [path, { id }] of targets) {
    if (ids.has(id)) problems.add(`${path}.id`, 'duplicate_id', 'Give each target an id of its own')
    if (retired.includes(id)) problems.add(`${path}.id`, 'retired_id', 'No id is used again')
    ids.add(id)
  }
  for (const [at, id] of defaults.entries()) {
    if (!ids.has(id)) problems.add(`defaults[${at}]`, 'unknown_target', 'Name a target of the list')
  }
  for (const [path, { substitute }] of targets) {
    if (substitute === undefined || ids.has(substitute)) continue
    problems.add(`${path}.substitute`, 'unknown_target', 'Name a target of the list')
  }
}

const knownRegistries = new WeakMap<object, TargetRegistry | null>()

/**
 * Returns a registry as it was read; a value is read once, and then remembered. Undefined for a value that is not a
 * registry.
 */
export function knownRegistry(registry: unknown): TargetRegistry | undefined {
  if (typeof registry !== 'object' || registry === null) return undefined
  const known = knownRegistries.get(registry)
  if (known !== undefined) return known ?? undefined
  const read = readRegistry(registry)
  const value = read.ok ? read.value : null
  knownRegistries.set(registry, value)
  if (value !== null) knownRegistries.set(value, value)
  return value ?? undefined
}
