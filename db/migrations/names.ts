/**
 * The names of the migrations that 0.1.0 had run: the baseline makes their schema at once, and is recorded as all of
 * them.
 */
export const BASELINE_NAMES = [
  '0001-init',
  '0002-events',
  '0003-facets',
  '0004-topics',
  '0005-scans',
  '0006-rules',
  '0007-prompts',
  '0008-upkeep',
  '0009-page-scores',
  '0010-prompt-drift',
  '0011-cut-runs',
] as const

/** The names of the migrations after the baseline, in the order in which they run. */
export const LATER_NAMES = [
  '0012-schema-version',
  '0013-visitor-bounds',
  '0014-sign-in-guesses',
  '0015-page-analysis',
  '0016-outbox',
  '0017-page-findings',
  '0018-assistant-calls',
  '0019-people',
  '0020-organization',
  '0021-keys',
  '0022-audit-chain',
  '0023-site-scores',
  '0024-webhooks',
  '0025-credits',
  '0026-subscription',
  '0028-site-policy',
  '0029-widget-settings',
  '0034-scan-addresses',
  '0035-rights',
  '0036-checkout',
  '0037-proven-addresses',
  '0040-ignored-canonical',
  '0041-visit-sources',
  '0042-wordings',
  '0043-page-addresses',
  '0044-day-keys',
  '0045-mark-indexes',
  '0046-oauth',
  '0047-reader-choices',
  '0048-site-model',
  '0049-widget-place',
  '0050-citations',
  '0051-spent-runs',
] as const

/** The names of all migrations, in order: a start asks whether each is recorded, and loads only those that are not. */
export const MIGRATION_NAMES = [...BASELINE_NAMES, ...LATER_NAMES] as const

export type LaterName = (typeof LATER_NAMES)[number]
export type MigrationName = (typeof MIGRATION_NAMES)[number]
