import * as z from 'zod'

/** Settings for commands that call a server; the server itself has no use for them. */
export const CLIENT_SETTINGS = {
  CITABLE_KEY: z
    .string()
    .optional()
    .describe('API key that `citable mcp` presents; the server itself has no use for it'),
  CITABLE_SESSION: z
    .string()
    .optional()
    .describe('Session token that `citable listen` presents; without it, the command signs in'),
  CITABLE_EMAIL: z.string().optional().describe('Address that `citable listen` signs in with'),
  CITABLE_PASSWORD: z
    .string()
    .optional()
    .describe('Password that `citable listen` signs in with; without it, it asks for one'),
}
