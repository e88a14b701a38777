import type { Command } from './command.ts'
import { ASK_AI_COMMANDS } from './commands/ask-ai.ts'
import { DATA_COMMANDS } from './commands/data.ts'
import { KEY_COMMANDS } from './commands/key.ts'
import { OAUTH_COMMANDS } from './commands/oauth.ts'
import { ORGANIZATION_COMMANDS } from './commands/organization.ts'
import { SITE_COMMANDS } from './commands/site.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...ORGANIZATION_COMMANDS,
  ...KEY_COMMANDS,
  ...OAUTH_COMMANDS,
  ...SITE_COMMANDS,
  ...ASK_AI_COMMANDS,
  ...DATA_COMMANDS,
]
