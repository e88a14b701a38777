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

/** What a command says of itself to a server. */
export interface ClientSettings {
  /** The key that a command presents to a server. */
  clientKey: string | undefined
  /** How a command becomes a person of a server. */
  person: {
    session: string | undefined
    email: string | undefined
    password: string | undefined
  }
}

type ClientEnvironment = { [N in keyof typeof CLIENT_SETTINGS]?: string | undefined }

export const clientSettings = (env: ClientEnvironment): ClientSettings => ({
  clientKey: env.CITABLE_KEY,
  person: {
    session: env.CITABLE_SESSION,
    email: env.CITABLE_EMAIL,
    password: env.CITABLE_PASSWORD,
  },
})
