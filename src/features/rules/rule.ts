import * as z from 'zod'
import type { RulePosition, RuleRow } from '../../../db/rules/rule-store.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import { RuleActions, RuleMatch } from '../../domain/prompt-rules/rule-input.ts'
import { MAX_COMPARISONS, SITE_LIMITS } from '../../domain/prompt-rules/rule-limits.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'

/** The most rules that one site may have. */
export const MAX_RULES = 500

/**
 * The distance between the positions of neighbouring rules, so that a rule can be moved without changing the others.
 */
export const POSITION_GAP = 1_000
export const MAX_POSITION = 1_000_000_000

/** The fields of a rule that people write; `actions` may be left out only where the rule stops the others. */
export const ruleFields = {
  name: z.string().trim().min(1).max(120),
  description: z.string().trim().max(1_000).nullable(),
  enabled: z.boolean(),
  match: RuleMatch.describe(
    `All that is given must hold; {} is every page. At most ${MAX_COMPARISONS} comparisons a rule; all rules of a site together at most ${SITE_LIMITS.comparisons}, with ${SITE_LIMITS.characters} characters and ${SITE_LIMITS.wildcards} wildcards, ${SITE_LIMITS.wildCharacters} of the characters in parts of paths with wildcards; each pattern that braces stand for counts`,
  ),
  actions: RuleActions,
  stop: z.boolean().describe('No later rule is asked about a page that this one matches'),
  position: z.int().min(0).max(MAX_POSITION).describe('Lower positions act first'),
}

/** A rule that is not stored yet; without a position it acts after the others. */
export const NewRule = z.strictObject({
  name: ruleFields.name,
  description: ruleFields.description.default(null),
  enabled: ruleFields.enabled.default(true),
  match: ruleFields.match.default({}),
  actions: ruleFields.actions.default({}),
  stop: ruleFields.stop.default(false),
  position: ruleFields.position.optional(),
})

export const Rule = z
  .object({
    id: z.string(),
    siteId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    position: z.int(),
    enabled: z.boolean(),
    match: RuleMatch,
    actions: RuleActions,
    stop: z.boolean(),
    hits30d: z
      .int()
      .describe('Pages it matched as their prompts were made, today and the 29 days before (UTC)'),
    lastMatchedAt: z.string().nullable().describe('null: not yet'),
    createdBy: z.object({ type: z.enum(['user', 'key', 'system']), id: z.string() }),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.int(),
  })
  .meta({ id: 'PromptRule' })

export function toRule(
  row: Omit<RuleRow, 'site_num'>,
  siteId: string,
  hits30d: number,
): z.input<typeof Rule> {
  return {
    ...toPromptRule(row),
    siteId,
    hits30d,
    lastMatchedAt: isoOrNull(row.last_matched_at),
    name: row.name,
    description: row.description,
    // @NOTE the column is written by us alone, as JSON of an actor.
    createdBy: JSON.parse(row.created_by) as Actor,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    version: row.version,
  }
}

/** Reads a cursor of rules, which has a position and an id, as the place behind which a list goes on. */
export const rulePlaceOf = ([position, id]: CursorKey): RulePosition => ({
  position: Number(position),
  id: String(id),
})
