import { isDeepStrictEqual } from 'node:util'
import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import {
  applyRules,
  compileRules,
  type AppliedRules,
} from '../../domain/prompt-rules/apply-rules.ts'
import type { PromptRule } from '../../domain/prompt-rules/rule-input.ts'
import { readRecordedPage, ruleSubjectOf } from '../../domain/prompt-rules/rule-subject-of.ts'
import { isExcluded } from '../../domain/prompt-rules/scan-exclusion.ts'

/** The most pages of each kind that an answer names. */
const MAX_SAMPLES = 10

interface PageSample {
  pageId: string
  path: string
}

interface Sampled<T extends PageSample> {
  count: number
  samples: T[]
}

/** The effects of rules on some pages of a site. */
export interface RuleEffects {
  pages: number
  /** The number of pages that each rule matched, by its id. */
  matches: Record<string, number>
  /** The pages about which the rules decide something, with the fields that they decide. */
  affected: Sampled<PageSample & { fields: string[] }>
  /** The pages about which the tried rules decide otherwise than the stored ones, with the fields that differ. */
  changed: Sampled<PageSample & { fields: string[] }>
  /**
   * The pages that the rules exclude from scans, with the rule that does; `added` counts those that the stored rules do
   * not exclude, and `readmitted` those that only the stored rules exclude.
   */
  excluded: Sampled<PageSample & { ruleId: string | null }> & { added: number; readmitted: number }
}

/** Applies rules to pages, and compares them with the stored rules where others are tried; runs in a thread. */
export function ruleEffects({
  domain,
  tried,
  stored,
  pages,
}: {
  domain: string
  tried: readonly PromptRule[]
  /**
   * The stored rules, with which the tried ones are compared; undefined where the stored rules themselves are tried.
   */
  stored: readonly PromptRule[] | undefined
  pages: readonly ScannedPageRow[]
}): RuleEffects {
  const effects = noEffects()
  const rules = compileRules(tried)
  const before = stored && compileRules(stored)
  for (const page of pages) {
    const facts = ruleSubjectOf(page, readRecordedPage(page), domain)
    const now = applyRules(facts, rules)
    const then = before ? applyRules(facts, before) : now
    count(effects, { pageId: page.id, path: page.path }, now, then)
  }
  return effects
}

export const noEffects = (): RuleEffects => ({
  pages: 0,
  matches: {},
  affected: { count: 0, samples: [] },
  changed: { count: 0, samples: [] },
  excluded: { count: 0, samples: [], added: 0, readmitted: 0 },
})

function count(
  effects: RuleEffects,
  page: PageSample,
  now: AppliedRules,
  then: AppliedRules,
): void {
  effects.pages += 1
  for (const id of now.matched) effects.matches[id] = (effects.matches[id] ?? 0) + 1
  const fields = Object.keys(now.result)
  if (fields.length > 0) sample(effects.affected, { ...page, fields })
  const differing = now === then ? [] : differingFields(now, then)
  if (differing.length > 0) sample(effects.changed, { ...page, fields: differing })
  const [isOut, wasOut] = [isExcluded(now), isExcluded(then)]
  if (isOut) sample(effects.excluded, { ...page, ruleId: decidedBy(now) })
  if (isOut && !wasOut) effects.excluded.added += 1
  if (!isOut && wasOut) effects.excluded.readmitted += 1
}

function differingFields({ result }: AppliedRules, { result: other }: AppliedRules): string[] {
  const before: Readonly<Record<string, unknown>> = other
  const all = new Map<string, unknown>(Object.entries(result))
  const names = new Set([...all.keys(), ...Object.keys(other)])
  return [...names].filter((name) => !isDeepStrictEqual(all.get(name), before[name]))
}

function decidedBy({ explain }: AppliedRules): string | null {
  const [id = null] = [explain['excludeFromScan'] ?? []].flat()
  return id
}

function sample<T extends PageSample>(into: Sampled<T>, page: T): void {
  into.count += 1
  if (into.samples.length < MAX_SAMPLES) into.samples.push(page)
}

/** Adds the effects on more pages of the same site to `to`. */
export function addEffects(to: RuleEffects, more: RuleEffects): void {
  to.pages += more.pages
  for (const [id, pages] of Object.entries(more.matches)) {
    to.matches[id] = (to.matches[id] ?? 0) + pages
  }
  addSampled(to.affected, more.affected)
  addSampled(to.changed, more.changed)
  addSampled(to.excluded, more.excluded)
  to.excluded.added += more.excluded.added
  to.excluded.readmitted += more.excluded.readmitted
}

function addSampled<T extends PageSample>(to: Sampled<T>, more: Sampled<T>): void {
  to.count += more.count
  to.samples = [...to.samples, ...more.samples].slice(0, MAX_SAMPLES)
}
