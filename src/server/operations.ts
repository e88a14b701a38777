import { MCP_SERVERS } from '../../tools/index.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { aiScoreOperations } from '../features/ai-score/index.ts'
import { analyticsOperations } from '../features/analytics/index.ts'
import { auditOperations } from '../features/audit/index.ts'
import { billingOperations } from '../features/billing/index.ts'
import { engineOperations } from '../features/citations/engines/index.ts'
import { citationReads } from '../features/citations/reads/index.ts'
import { basketOperations } from '../features/citations/basket/index.ts'
import { runOperations } from '../features/citations/runs/index.ts'
import { connectOperations } from '../features/connect/index.ts'
import { creditOperations } from '../features/credits/index.ts'
import { domainOperations } from '../features/domains/index.ts'
import { eventOperations } from '../features/events/index.ts'
import { identityOperations } from '../features/identity/index.ts'
import { keyOperations } from '../features/keys/index.ts'
import { memberOperations } from '../features/members/index.ts'
import { oauthOperations } from '../features/oauth/index.ts'
import { orgOperations } from '../features/org/index.ts'
import { pageOperations } from '../features/pages/index.ts'
import { promptOperations } from '../features/prompts/index.ts'
import { protocolOperations } from '../features/protocol/index.ts'
import { questionOperations } from '../features/questions/index.ts'
import { ruleOperations } from '../features/rules/index.ts'
import { scanOperations } from '../features/scans/index.ts'
import { searchOperations } from '../features/search/index.ts'
import { siteOperations } from '../features/sites/index.ts'
import { topicOperations } from '../features/topics/index.ts'
import { webhookOperations } from '../features/webhooks/index.ts'
import { widgetOperations } from '../features/widget/index.ts'

/** Every operation of the service. Routes, tools, documentation and the contract tests are derived from this list. */
export const OPERATIONS: readonly Operation[] = [
  ...identityOperations,
  ...keyOperations,
  ...siteOperations,
  ...widgetOperations,
  ...protocolOperations,
  ...domainOperations,
  ...scanOperations,
  ...aiScoreOperations,
  ...promptOperations,
  ...ruleOperations,
  ...basketOperations,
  ...citationReads,
  ...runOperations,
  ...eventOperations,
  ...analyticsOperations,
  ...questionOperations,
  ...topicOperations,
  ...pageOperations,
  ...searchOperations,
  ...orgOperations,
  ...creditOperations,
  ...memberOperations,
  ...webhookOperations,
  ...engineOperations,
  ...auditOperations,
  ...billingOperations,
  ...connectOperations(MCP_SERVERS),
  ...oauthOperations(MCP_SERVERS),
].flatMap((operation: Operation) =>
  operation.overSites ? [operation, operation.overSites] : [operation],
)
