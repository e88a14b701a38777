import { isJsonObject } from '../json-object.ts'
import type { AskTarget, CopyMethod, LinkMethod, TargetRegistry } from './ask-target.ts'
import { knownRegistry } from './read-registry.ts'
import data from '../data/targets.json' with { type: 'json' }

// @NOTE the types of JSON are wider; `registry.test.ts` holds the file to its schema.
/** The registry of Ask Targets that this version brings. */
export const TARGET_REGISTRY = data as TargetRegistry

const targetsByRegistry = new WeakMap<TargetRegistry, ReadonlyMap<string, AskTarget>>()

/** Returns the target with an id; undefined where the registry has none. */
export function findTarget(id: string, registry = TARGET_REGISTRY): AskTarget | undefined {
  const known = targetsByRegistry.get(registry)
  if (known !== undefined) return known.get(id)
  const read = knownRegistry(registry)
  if (read === undefined) return undefined
  const targetById = new Map(read.targets.map((target) => [target.id, target]))
  targetsByRegistry.set(registry, targetById)
  return targetById.get(id)
}

/**
 * True where a reader must be warned that opening the link may send the prompt at once; this includes methods of which
 * it is unknown.
 */
export const mayBeSent = (method: Pick<LinkMethod, 'submits'>): boolean =>
  !isJsonObject(method) || method.submits !== 'never'

/** Returns the first web link of a target that is not broken; undefined where it has none. */
export const workingLink = ({ methods }: AskTarget): LinkMethod | undefined =>
  methods.find((method) => isWorking(method, 'link'))

/** True for a method of this type that is not broken. */
export const isWorking = (
  method: LinkMethod | CopyMethod,
  type: LinkMethod['type'],
): method is LinkMethod => method.type === type && method.status !== 'broken'
