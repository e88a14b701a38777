import type { Migration } from 'kysely'
import * as schemaVersion from './0012-schema-version.ts'
import * as visitorBounds from './0013-visitor-bounds.ts'
import * as signInGuesses from './0014-sign-in-guesses.ts'
import * as pageAnalysis from './0015-page-analysis.ts'
import * as outbox from './0016-outbox.ts'
import * as pageFindings from './0017-page-findings.ts'
import * as assistantCalls from './0018-assistant-calls.ts'
import * as people from './0019-people.ts'
import * as organization from './0020-organization.ts'
import * as keys from './0021-keys.ts'
import * as auditChain from './0022-audit-chain.ts'
import * as siteScores from './0023-site-scores.ts'
import * as webhooks from './0024-webhooks.ts'
import * as credits from './0025-credits.ts'
import * as subscription from './0026-subscription.ts'
import * as sitePolicy from './0028-site-policy.ts'
import * as widgetSettings from './0029-widget-settings.ts'
import * as scanAddresses from './0034-scan-addresses.ts'
import * as rights from './0035-rights.ts'
import * as checkout from './0036-checkout.ts'
import * as provenAddresses from './0037-proven-addresses.ts'
import * as ignoredCanonical from './0040-ignored-canonical.ts'
import * as visitSources from './0041-visit-sources.ts'
import * as wordings from './0042-wordings.ts'
import * as pageAddresses from './0043-page-addresses.ts'
import * as dayKeys from './0044-day-keys.ts'
import * as markIndexes from './0045-mark-indexes.ts'
import * as oauth from './0046-oauth.ts'
import * as readerChoices from './0047-reader-choices.ts'
import * as siteModel from './0048-site-model.ts'
import * as widgetPlace from './0049-widget-place.ts'
import * as citations from './0050-citations.ts'
import * as spentRuns from './0051-spent-runs.ts'
import type { LaterName } from './names.ts'

export * as BASELINE from './0011-baseline.ts'

/**
 * The migrations after the baseline, by name and in order; new ones are appended, and no migration is ever edited. An
 * explicit map works in a bundle, without a directory scan.
 */
export const MIGRATIONS: Readonly<Record<LaterName, Migration>> = {
  '0012-schema-version': schemaVersion,
  '0013-visitor-bounds': visitorBounds,
  '0014-sign-in-guesses': signInGuesses,
  '0015-page-analysis': pageAnalysis,
  '0016-outbox': outbox,
  '0017-page-findings': pageFindings,
  '0018-assistant-calls': assistantCalls,
  '0019-people': people,
  '0020-organization': organization,
  '0021-keys': keys,
  '0022-audit-chain': auditChain,
  '0023-site-scores': siteScores,
  '0024-webhooks': webhooks,
  '0025-credits': credits,
  '0026-subscription': subscription,
  '0028-site-policy': sitePolicy,
  '0029-widget-settings': widgetSettings,
  '0034-scan-addresses': scanAddresses,
  '0035-rights': rights,
  '0036-checkout': checkout,
  '0037-proven-addresses': provenAddresses,
  '0040-ignored-canonical': ignoredCanonical,
  '0041-visit-sources': visitSources,
  '0042-wordings': wordings,
  '0043-page-addresses': pageAddresses,
  '0044-day-keys': dayKeys,
  '0045-mark-indexes': markIndexes,
  '0046-oauth': oauth,
  '0047-reader-choices': readerChoices,
  '0048-site-model': siteModel,
  '0049-widget-place': widgetPlace,
  '0050-citations': citations,
  '0051-spent-runs': spentRuns,
}
