import * as z from 'zod'
import {
  addressNeeds,
  CONNECT_CLIENT_IDS,
  CONNECT_KINDS,
  connectClient,
  type ConnectClientId,
  SIGN_INS,
} from '../../domain/connect/connect-clients.ts'
import {
  type ConnectTarget,
  KEY_PLACEHOLDER,
  KEY_VARIABLE,
} from '../../domain/connect/connect-target.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { type Plan, PLAN_LIMITS, planRequired, PLANS } from '../../kernel/plan/plans.ts'
import {
  connectTarget,
  pastedServers,
  separateServers,
  type ServerDefinition,
} from '../../kernel/assistants/server-definition.ts'

const Client = z.object({
  id: z.enum(CONNECT_CLIENT_IDS),
  title: z.string(),
  signsInBy: z.enum(SIGN_INS).describe('oauth: a person pastes the address and signs in'),
  kind: z.enum(CONNECT_KINDS).describe('What to do with the text: run, save or read it'),
  files: z
    .array(z.object({ path: z.string(), appliesTo: z.string() }))
    .describe('Where the text goes; any one will do'),
  text: z
    .string()
    .describe('For the server that is asked for, or all that share no tool, ready to paste'),
  environment: z
    .object({ name: z.string(), value: z.string() })
    .nullable()
    .describe('The variable in which the client looks for the key'),
  installLinks: z
    .array(z.object({ server: z.string(), url: z.string() }))
    .describe('Open the client with the server filled in'),
  needs: z.array(z.string()).describe('What it takes besides a key'),
})

/**
 * GET /mcp/connect: returns how each client connects to each server: one text to paste, and a link where the client has
 * one.
 */
export const getConnection = (servers: readonly ServerDefinition[]) =>
  defineOperation({
    name: 'mcp.connect',
    summary: 'What to paste where, to connect an assistant over MCP',
    access: { by: 'member' },
    http: { method: 'get', path: '/mcp/connect' },
    input: z.strictObject({
      client: z.enum(CONNECT_CLIENT_IDS).optional().describe('This client alone'),
      server: z
        .enum(servers.map(({ name }) => name))
        .optional()
        .describe('This server alone'),
    }),
    output: z.object({
      placeholder: z.string().describe('Stands for an API key in texts and environments'),
      plan: z.object({
        name: z.enum(PLANS),
        mcp: z.boolean(),
        message: z.string().nullable().describe('Which plan it takes, where this one lacks MCP'),
      }),
      servers: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          url: z.string(),
          isKeyed: z.boolean().describe('False where everybody may call'),
        }),
      ),
      clients: z.array(Client),
    }),
    async handler({ app, principal }, { client, server }) {
      const targetsOf = (some: readonly ServerDefinition[]) =>
        some.map((one) => ({ title: one.title, ...connectTarget(one, app.publicUrl) }))
      const asked = servers.filter(({ name }) => name === server)
      const connected = targetsOf(server === undefined ? separateServers(servers) : asked)
      const pasted = targetsOf(server === undefined ? pastedServers(servers) : asked)
      const clients = client === undefined ? CONNECT_CLIENT_IDS : [client]
      return {
        placeholder: KEY_PLACEHOLDER,
        plan: describePlan(principal.plan),
        servers: targetsOf(server === undefined ? servers : asked),
        clients: clients.map((id) =>
          describeClient(id, connectClient(id).signsInBy === 'oauth' ? pasted : connected),
        ),
      }
    },
  })

/**
 * Returns the plan, and the message that it lacks MCP servers where it does: the caller is not refused, since they want
 * to know what connecting would need.
 */
function describePlan(name: Plan) {
  const { mcp } = PLAN_LIMITS[name]
  const message = mcp ? null : planRequired('MCP servers', (limits) => limits.mcp).message
  return { name, mcp, message }
}

function describeClient(
  id: ConnectClientId,
  targets: readonly ConnectTarget[],
): z.input<typeof Client> {
  const { title, kind, files, signsInBy, readsVariable, needs, text, installLink } =
    connectClient(id)
  const [first] = targets
  return {
    id,
    title,
    signsInBy,
    kind,
    files: [...files],
    text: text(targets, KEY_PLACEHOLDER),
    environment:
      readsVariable && targets.some(({ isKeyed }) => isKeyed)
        ? { name: KEY_VARIABLE, value: KEY_PLACEHOLDER }
        : null,
    installLinks: installLink
      ? targets.map((target) => ({ server: target.name, url: installLink(target) }))
      : [],
    needs: [...needs, ...(first ? addressNeeds(first, { signsInBy }) : [])],
  }
}
