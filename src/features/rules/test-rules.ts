import * as z from 'zod'
import { isoOrNull } from '../../lib/time/clock.ts'
import { invalidField, notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { applyRules, compileRules } from '../../domain/prompt-rules/apply-rules.ts'
import type { PromptRule } from '../../domain/prompt-rules/rule-input.ts'
import { RuleDrops, RuleExplanation, RuleResult } from '../../domain/prompt-rules/rule-result.ts'
import { PAGE_STATUSES, PAGE_TYPES } from '../../domain/prompt-rules/vocabulary.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { checkEffect, checkReadableActions, checkRule } from './check-rule.ts'
import { checkSiteLimits } from './check-site-limits.ts'
import { nextPosition } from './create-rule.ts'
import { findRuleSubject, type FoundSubject } from './find-rule-subject.ts'
import { NewRule } from './rule.ts'
import { SiteDryRun, testRulesOnSite } from './test-rules-on-site.ts'

/** The id of a rule that is not stored yet. */
const DRAFT_ID = 'draft'

const Draft = NewRule.extend({
  id: PathId.optional().describe('The stored rule in whose place it is tried'),
  name: NewRule.shape.name.optional(),
})

const Path = z
  .string()
  .max(1_024)
  .regex(/^\/(?![/\\])/, 'Must be a path such as /blog/tea')

const Facts = z.object({
  id: z.string().nullable(),
  path: z.string(),
  host: z.string(),
  type: z.enum(PAGE_TYPES).nullable(),
  language: z.string().nullable(),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  schemaTypes: z.array(z.string()),
  wordCount: z.int().nullable(),
  publishedAt: z.string().nullable(),
  author: z.string().nullable(),
  status: z.enum(PAGE_STATUSES).nullable(),
})

const PageDryRun = z.object({
  page: Facts.describe('What is known of the page; null is unknown and meets no condition'),
  matched: z
    .array(z.string())
    .describe(`Rules that matched, in their order; ${DRAFT_ID} is the one that was sent`),
  result: RuleResult,
  explain: RuleExplanation.describe('The rule, or rules, that decided each field of result'),
  dropped: RuleDrops.describe(
    'Where a field was full: the first rule that found no room; nothing more was added to it',
  ),
})

/**
 * POST /rules/:siteId/test: returns what the rules decide about a page, and which rule decided it; without a page,
 * their effects on the whole site. @NOTE it writes nothing, but any method except GET counts as a write; so keys of
 * every plan with rules:write may call it.
 */
export const testRules = defineOperation({
  name: 'rules.test',
  summary:
    'Try the prompt rules on a page or the whole site, with a rule that is not stored if wanted',
  access: { by: 'scope', anyOf: ['rules:write'] },
  // A whole site takes many steps, and no other writer may wait for them.
  http: { method: 'post', path: '/rules/:siteId/test', idempotency: 'after' },
  input: z.strictObject({
    siteId: PathId,
    path: Path.optional().describe(
      'Path of a page, which need not exist; without it and pageId: all pages of the site',
    ),
    pageId: PathId.optional().describe('Page, in place of path'),
    rule: Draft.optional().describe('Tried with the stored rules; without position after them'),
  }),
  output: z.union([PageDryRun, SiteDryRun]),
  rules: [
    (_, { path, pageId }) => wantedPage(path, pageId),
    async ({ db }, { siteId, rule }) => {
      const site = await db.sites.find(siteId)
      if (site && rule) await checkReadableActions(site.row, rule.actions, 'rule.')
    },
    (_, { rule }) => rule && checkEffect(rule, 'rule.'),
    async ({ db }, { siteId, rule }) => {
      const site = await db.sites.find(siteId)
      if (site && rule) withDraft((await site.rules.all()).map(toPromptRule), rule)
    },
  ],
  async handler({ app, db }, { siteId, path, pageId, rule }) {
    const site = await findSiteById(db, siteId)
    const wanted = wantedPage(path, pageId)
    const page = wanted && (await findRuleSubject(site, wanted))
    if (rule) await checkRule(site.row, rule, 'rule.')
    const stored = (await site.rules.all()).map(toPromptRule)
    const tried = rule ? withDraft(stored, rule) : stored
    if (!page) return testRulesOnSite(app, site, tried, rule && stored)
    const applied = applyRules(page.facts, compileRules(tried))
    return { page: toFacts(page), ...applied }
  },
})

/** Finds the page that the input names; undefined for all pages. */
function wantedPage(path: string | undefined, pageId: string | undefined) {
  if (path !== undefined && pageId !== undefined) {
    throw invalidField('path', 'conflict', 'Send path or pageId, not both')
  }
  if (path !== undefined) return { path }
  return pageId === undefined ? undefined : { pageId }
}

function withDraft(stored: readonly PromptRule[], draft: z.output<typeof Draft>): PromptRule[] {
  const { id = DRAFT_ID, enabled, match, actions, stop } = draft
  const replaced = stored.find((rule) => rule.id === draft.id)
  if (draft.id !== undefined && !replaced) throw notFound('rule')
  const others = stored.filter((rule) => rule !== replaced)
  const matches = others.map((rule) => rule.match)
  checkSiteLimits(matches, match, replaced?.match, 'rule.')
  const position = draft.position ?? replaced?.position ?? nextPosition(stored.at(-1)?.position)
  return [...others, { id, position, enabled, match, actions, stop }]
}

const toFacts = ({ pageId, state, facts }: FoundSubject): z.input<typeof Facts> => ({
  ...facts,
  id: pageId,
  // Rules decide about a page that they excluded as if it were there.
  status: PAGE_STATUSES.find((status) => status === state) ?? null,
  tags: [...facts.tags],
  schemaTypes: [...facts.schemaTypes],
  publishedAt: isoOrNull(facts.publishedAt),
})
