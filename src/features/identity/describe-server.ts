import * as z from 'zod'
import { defineOperation } from '../../kernel/door/operation.ts'
import { VERSION } from '../../kernel/door/version.ts'

/** GET /server: returns the facts about this server that a page needs before anyone signs in. */
export const describeServer = defineOperation({
  name: 'server.describe',
  summary: 'What this server is and can do, for who has not signed in',
  access: { by: 'public' },
  http: { method: 'get', path: '/server' },
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    publicUrl: z.string(),
    needsSetup: z.boolean().describe('Nobody has an account; npx citable setup prints a link'),
    features: z.object({
      mail: z.boolean().describe('Links of invitations and lost passwords are sent by mail'),
      mcp: z.boolean(),
      oauth: z
        .boolean()
        .describe('Assistants connect by pasting the address of this server with /mcp behind it'),
    }),
  }),
  async handler({ app }) {
    return {
      version: VERSION,
      publicUrl: app.publicUrl,
      needsSetup: !(await app.system.accounts.hasUsers()),
      features: { mail: app.mailer !== undefined, mcp: true, oauth: true },
    }
  },
})
