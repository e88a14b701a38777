import type { Command } from './command.ts'
import { ASK_AI_COMMANDS } from './commands/ask-ai.ts'
import { AUDIT_COMMANDS } from './commands/audit.ts'
import { CREDIT_COMMANDS } from './commands/credits.ts'
import { DATA_COMMANDS } from './commands/data.ts'
import { KEY_COMMANDS } from './commands/key.ts'
import { MCP_COMMANDS } from './commands/mcp.ts'
import { MEMBER_COMMANDS } from './commands/member.ts'
import { ORGANIZATION_COMMANDS } from './commands/organization.ts'
import { REPORT_COMMANDS } from './commands/report.ts'
import { SITE_COMMANDS } from './commands/site.ts'
import { WEBHOOK_COMMANDS } from './commands/webhook.ts'
import { WIDGET_COMMANDS } from './commands/widget.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...ORGANIZATION_COMMANDS,
  ...CREDIT_COMMANDS,
  ...MEMBER_COMMANDS,
  ...KEY_COMMANDS,
  ...AUDIT_COMMANDS,
  ...SITE_COMMANDS,
  ...REPORT_COMMANDS,
  ...WIDGET_COMMANDS,
  ...ASK_AI_COMMANDS,
  ...DATA_COMMANDS,
  ...MCP_COMMANDS,
  ...WEBHOOK_COMMANDS,
]
