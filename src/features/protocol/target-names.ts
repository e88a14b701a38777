import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'

/** Folds a name so that case, blanks and marks make no difference: `Chat GPT`, `chatgpt.com` and `chatgpt` are one. */
const fold = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

function idsByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { id, name, vendor = '', home } of TARGET_REGISTRY.targets) {
    const { host } = new URL(home)
    const names = [name, `${name} AI`, `${vendor} ${name}`, host.replace(/^www\./, '')]
    for (const one of names) if (!found.has(fold(one))) found.set(fold(one), id)
  }
  // The id of a target overrides an equal name of another target.
  for (const { id } of TARGET_REGISTRY.targets) found.set(fold(id), id)
  return found
}

const ID_BY_NAME = idsByName()

/**
 * Returns the id of the target that a word means, by its id, name, maker or address; the word itself where it means no
 * target.
 */
export function readTargetName(word: string): string {
  const plain = word.trim()
  return ID_BY_NAME.get(fold(plain)) ?? plain
}
