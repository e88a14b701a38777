import { invalidField } from '../../kernel/door/errors.ts'
import type { RuleMatch } from '../../domain/prompt-rules/rule-input.ts'
import { SITE_LIMITS, conditionSizeOf, totalSize } from '../../domain/prompt-rules/rule-limits.ts'

const UNITS = [
  ['comparisons', 'comparisons'],
  ['characters', 'characters'],
  ['wildcards', 'wildcards'],
  ['wildCharacters', 'characters beside wildcards'],
] as const

/**
 * Throws VALIDATION_FAILED (`match`, `site_limit`) where the conditions of a site's rules together would exceed
 * `SITE_LIMITS` in a size that `match` makes larger. A `match` that replaces `before` and is no larger is allowed, so
 * that a site over the limits can be made smaller. `place` is the path of the rule in the input.
 */
export function checkSiteLimits(
  others: readonly RuleMatch[],
  match: RuleMatch,
  before: RuleMatch = {},
  place = '',
): void {
  const own = conditionSizeOf(match)
  const old = conditionSizeOf(before)
  const total = totalSize([...others.map(conditionSizeOf), own])
  for (const [unit, name] of UNITS) {
    const limit = SITE_LIMITS[unit]
    if (total[unit] <= limit || own[unit] <= old[unit]) continue
    throw invalidField(
      `${place}match`,
      'site_limit',
      `The conditions of a site's rules have at most ${limit} ${name} together, with these they have ${total[unit]}; join or delete rules`,
    )
  }
}
