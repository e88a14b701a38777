import type { Kysely, Transaction } from 'kysely'
import type { AssistantCallTables } from './assistant-calls.ts'
import type { BillingTables } from './billing.ts'
import type { CitationTables } from './citations.ts'
import type { CredentialTables } from './credentials.ts'
import type { CreditTables } from './credits.ts'
import type { EventTables } from './events.ts'
import type { IdentityTables } from './identity.ts'
import type { OauthTables } from './oauth.ts'
import type { PageTables } from './page.ts'
import type { PromptTables } from './prompts.ts'
import type { ScanTables } from './scans.ts'
import type { SiteTables } from './site.ts'
import type { TopicTables } from './topics.ts'
import type { WebhookTables } from './webhooks.ts'

export type Tables = IdentityTables &
  CredentialTables &
  SiteTables &
  PageTables &
  EventTables &
  TopicTables &
  ScanTables &
  PromptTables &
  AssistantCallTables &
  WebhookTables &
  CreditTables &
  BillingTables &
  OauthTables &
  CitationTables

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
