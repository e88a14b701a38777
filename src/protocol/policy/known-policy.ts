import { isJsonObject } from '../json-object.ts'
import type { AskPolicy } from './ask-policy.ts'
import { readPolicy } from './read-policy.ts'

/**
 * Returns a policy as the reader returns it: one that it has read stays as it is, any other is read now. Undefined for
 * a value that is not a policy.
 */
export function knownPolicy(policy: unknown): AskPolicy | undefined {
  if (isReadPolicy(policy)) return policy
  const read = readPolicy(policy)
  return read.ok ? read.value : undefined
}

/** True for a policy whose rules have the lists that the reader writes out. */
const isReadPolicy = (policy: unknown): policy is AskPolicy =>
  isJsonObject(policy) && Array.isArray(policy['rules']) && policy['rules'].every(isReadRule)

const isReadRule = (rule: unknown): boolean =>
  isJsonObject(rule) && ['path', 'targets', 'allow', 'deny'].every((name) => isTexts(rule[name]))

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
