import { compilePath, type PathPattern } from '../../protocol/policy/path.ts'

/**
 * Compiles only the part before the first wildcard, for a file with more wildcards than are compared; undefined when
 * the rule would then allow more than it says.
 */
export function compilePrefix(rule: string, kind: 'allow' | 'disallow'): PathPattern | undefined {
  const whole = compilePath(rule)
  return kind === 'allow' ? undefined : { ...compilePath(whole.head), octets: whole.octets }
}

export const hasWildcard = (rule: string): boolean => /[*]|\$$/.test(rule)
