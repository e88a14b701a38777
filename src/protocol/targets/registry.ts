import { isJsonObject } from '../json-object.ts'
import type { AskTarget, CopyMethod, LinkMethod, TargetRegistry } from './ask-target.ts'
import { knownRegistry } from './read-registry.ts'
import data from '../data/targets.json' with { type: 'json' }

// @NOTE the types of JSON are wider; `registry.test.ts` holds the file to its schema.
/** The Ask Targets registry. */
export const TARGET_REGISTRY = data as TargetRegistry

const targetsByRegistry = new WeakMap<TargetRegistry, ReadonlyMap<string, AskTarget>>()

/** The target with an id, if the registry has it. */
export function findTarget(id: string, registry = TARGET_REGISTRY): AskTarget | undefined {
  const known = targetsByRegistry.get(registry)
  if (known !== undefined) return known.get(id)
  const read = knownRegistry(registry)
  if (read === undefined) return undefined
  const targetById = new Map(read.targets.map((target) => [target.id, target]))
  targetsByRegistry.set(registry, targetById)
  return targetById.get(id)
}

/** True where a reader must be warned that the prompt may be sent at once; this includes `unknown` methods. */
export const mayBeSent = (method: Pick<LinkMethod, 'submits'>): boolean =>
  !isJsonObject(method) || method.submits !== 'never'

/** The first link of a target that works. */
export const workingLink = ({ methods }: AskTarget): LinkMethod | undefined =>
  methods.find((method) => isWorking(method, 'link'))

/** True for a method of this type that is not broken. */
export const isWorking = (
  method: LinkMethod | CopyMethod,
  type: LinkMethod['type'],
): method is LinkMethod => method.type === type && method.status !== 'broken'
