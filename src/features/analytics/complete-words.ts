import { AI_SOURCES } from '../../domain/events/ai-sources.ts'
import { VALUE_ALIASES } from '../../kernel/arguments/argument-aliases.ts'
import { Completion, CompletionInput, completionOf } from '../../kernel/assistants/completion.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { METRIC_IDS } from './metrics.ts'

/** Completes the beginning of a metric's name, or of another word that is understood as that metric. */
export const completeMetrics = defineOperation({
  name: 'analytics.completeMetrics',
  summary: 'Metrics that go with what was typed',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: CompletionInput,
  output: Completion,
  async handler(_, { prefix }) {
    const candidates = METRIC_IDS.map((id) => ({
      value: id,
      names: [id, ...(VALUE_ALIASES[id] ?? [])],
    }))
    return completionOf(candidates, prefix)
  },
})

/**
 * Completes an engine by the beginning of its id, its product or its company; engines that the chosen site has seen
 * come first.
 */
export const completeEngines = defineOperation({
  name: 'analytics.completeEngines',
  summary: 'AI engines that go with what was typed',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: CompletionInput,
  output: Completion,
  rules: [(ctx, input) => input.site !== undefined && siteRule(ctx, input)],
  async handler({ db }, { prefix, site: reference }) {
    const site = reference === undefined ? undefined : await findSite(db, reference)
    const seen = new Set(await site?.names.seen('engine'))
    const byEngine = new Map(AI_SOURCES.map((source) => [source.engine, source]))
    const candidates = [...byEngine.values()].map(({ engine, label, operator }) => ({
      value: engine,
      names: [engine, label, operator],
    }))
    const known = candidates.filter(({ value }) => seen.has(value))
    const others = candidates.filter(({ value }) => !seen.has(value))
    return completionOf([...known, ...others], prefix)
  },
})
