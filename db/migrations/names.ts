/** Every migration, in order: a start asks whether all of them have run, and loads none that has. */
export const MIGRATION_NAMES = [
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
] as const

export type MigrationName = (typeof MIGRATION_NAMES)[number]
