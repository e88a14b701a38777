import * as z from 'zod'
import { FORWARDED_HEADERS, parseTrustedProxies } from '../auth/client-address.ts'
import { OperatorError } from '../kernel/door/operator-error.ts'
import { PLANS } from '../kernel/plan/plans.ts'
import {
  BILLING_SETTINGS,
  hasPricesWithSecret,
  hasSecretWithLink,
  stripeOf,
} from './billing-settings.ts'
import { ENGINE_SETTINGS, operatorEnginesOf, hasModelWithAddress } from './engine-settings.ts'
import {
  DEFAULT_DATABASE_URL,
  DEFAULT_ENV_FILE,
  NO_ENV_FILE,
  databaseFileOf,
  givenNames,
  readEnvironment,
  SQLITE_URL,
} from './environment.ts'
import { LLM_SETTINGS, llmOf } from './llm-settings.ts'
import { integerSetting, listed, readBy } from './setting-types.ts'
import { findUnknownSettings, type UnknownSetting } from './unknown-settings.ts'
import { isMetricsPortGuarded, WATCH_SETTINGS } from './watch-settings.ts'
import { parseAllowedNetworks } from '../net/address-policy.ts'
import { parseMailbox, parseSmtpUrl } from '../net/smtp-settings.ts'

const integer = (fallback: number, min: number, max: number) =>
  integerSetting(min, max).default(fallback)

const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

/**
 * The pattern of a scheme and a host without wildcards, since origins are compared whole. `localhost:3000` has no
 * host: it is a path of the scheme `localhost`.
 */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/*]+(?:\/\S*)?$/i

/** Settings for commands that call a server; the server itself has no use for them. */
const CLIENT_SETTINGS = {
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

const Environment = z.object({
  ENV_FILE: z
    .string()
    .default(DEFAULT_ENV_FILE)
    .describe(
      `File with further settings, NAME=value a line; those of the process win. A relative path begins where package.json is; ${NO_ENV_FILE} reads no file`,
    ),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: integer(8700, 0, 65_535).describe('Port to listen on; 0 takes a free one'),
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://citable.example.com',
    })
    .optional()
    .describe('How clients reach this server, such as https://citable.example.com'),
  DATABASE_URL: z
    .string()
    .regex(SQLITE_URL, 'must look like sqlite:./data/citable.db')
    .default(DEFAULT_DATABASE_URL)
    .describe('Where the data is; a relative path begins where package.json is'),
  START_TIMEOUT_MS: integer(10_000, 0, 600_000).describe(
    'How long a start goes on trying while the database is locked, cannot be written, or is served by another process, in milliseconds; then the process ends with 1',
  ),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Signs cursors and links to files, keys address hashes and encrypts webhook secrets; by default made once, in citable.key beside the data',
    ),
  ...WATCH_SETTINGS,
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged'),
  TRUST_PROXY: readBy(parseTrustedProxies).describe(
    'Whose X-Forwarded-For or Forwarded counts: a number of hops, or addresses and CIDR ranges',
  ),
  FORWARDED_HEADER: z
    .string()
    .toLowerCase()
    .pipe(oneOf(FORWARDED_HEADERS))
    .optional()
    .describe(
      'Header in which trusted proxies write addresses, X-Forwarded-For or Forwarded; the other one is then ignored. By default X-Forwarded-For, and Forwarded where that is absent',
    ),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-zA-Z0-9-]*$/, 'must be the name of a header')
    .default('')
    .describe('Header with the two-letter country, believed only from a trusted proxy'),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .refine(
      (text) => listed(text).every((origin) => ORIGIN.test(origin)),
      'must be origins such as https://chat.example.com, separated by commas',
    )
    .describe('Further origins whose pages may call /mcp, separated by commas'),
  QUERY_TIMEOUT_MS: integer(10_000, 50, 300_000).describe(
    'How long a read in a thread may take, such as one of single events, of many rows or of many names, in milliseconds',
  ),
  OAUTH_REPEAT_SECONDS: integer(120, 0, 3_600).describe(
    'How long a refresh token that was redeemed already gets the same tokens once more, in seconds; one that comes back later ends the connection',
  ),
  ASSISTANT_CALLS_MAX: integer(1_000_000, 1, 100_000_000).describe(
    'How many calls of MCP tools of the last 30 days are kept of one organization; the oldest go first',
  ),
  ALLOW_PRIVATE_NETWORKS: readBy(parseAllowedNetworks).describe(
    'Private addresses that scans, webhooks and documents of OAuth clients may reach, also by plain http, for trials: 1 for this machine and private networks, or addresses and CIDR ranges; by default none',
  ),
  SCAN_CONCURRENCY: integer(4, 1, 64).describe('Requests to one scanned host at a time'),
  SCAN_TIMEOUT_MS: integer(15_000, 100, 120_000).describe(
    'How long one page of a scan may take, in milliseconds',
  ),
  ...LLM_SETTINGS,
  ...ENGINE_SETTINGS,
  SMTP_URL: readBy((text) => text === '' || parseSmtpUrl(text)).describe(
    'Mail server for invitations and lost passwords, such as smtp://user:password@mail.example.com:587; without it links are made with the command line',
  ),
  MAIL_FROM: readBy((text) => text === '' || parseMailbox(text)).describe(
    'Sender of mail, such as Citable <citable@example.com>; SMTP_URL needs it',
  ),
  ...BILLING_SETTINGS,
  ...CLIENT_SETTINGS,
  DEFAULT_PLAN: oneOf(PLANS)
    .default('self_hosted')
    .describe('Plan of an organization that is made without one'),
})

const WholeEnvironment = Environment.refine(
  ({ LLM_URL, LLM_MODEL }) => LLM_URL === undefined || LLM_MODEL !== undefined,
  { path: ['LLM_MODEL'], message: 'is needed with LLM_URL' },
)
  .refine(hasModelWithAddress, {
    path: ['CITATIONS_COMPATIBLE_MODEL'],
    message: 'is needed with CITATIONS_COMPATIBLE_URL',
  })
  .refine(isMetricsPortGuarded, {
    path: ['METRICS_TOKEN'],
    message: 'is needed with METRICS_PORT where METRICS_HOST is no address of this machine alone',
  })
  .refine(hasPricesWithSecret, {
    path: ['STRIPE_PRICES'],
    message: 'is needed with STRIPE_WEBHOOK_SECRET',
  })
  .refine(hasSecretWithLink, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    message: 'is needed with STRIPE_PAYMENT_LINK',
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === '' || MAIL_FROM !== '', {
    path: ['MAIL_FROM'],
    message: 'is needed with SMTP_URL',
  })

/** Each variable with its meaning and default, for the documentation. */
export const ENVIRONMENT = Environment.shape

const toConfig = (env: z.output<typeof Environment>) =>
  Object.freeze({
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    /** The absolute path of the database file. */
    databaseFile: databaseFileOf(env.DATABASE_URL),
    startTimeoutMs: env.START_TIMEOUT_MS,
    secretKey: env.SECRET_KEY,
    metrics: { token: env.METRICS_TOKEN, port: env.METRICS_PORT, host: env.METRICS_HOST },
    /** The milliseconds after a request to stop in which new requests are still taken. */
    drainMs: env.DRAIN_MS,
    /** The milliseconds that requests under way have after that. */
    stopTimeoutMs: env.STOP_TIMEOUT_MS,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    /**
     * The header that says whose request a proxy passes on; undefined where each request decides by the headers that
     * it has.
     */
    forwardedHeader: env.FORWARDED_HEADER,
    countryHeader: env.COUNTRY_HEADER.toLowerCase() || undefined,
    allowedOrigins: listed(env.ALLOWED_ORIGINS),
    queryTimeoutMs: env.QUERY_TIMEOUT_MS,
    oauthRepeatMs: env.OAUTH_REPEAT_SECONDS * 1_000,
    mostAssistantCalls: env.ASSISTANT_CALLS_MAX,
    allowPrivateNetworks: env.ALLOW_PRIVATE_NETWORKS,
    scanConcurrency: env.SCAN_CONCURRENCY,
    scanTimeoutMs: env.SCAN_TIMEOUT_MS,
    llm: llmOf(env),
    engines: operatorEnginesOf(env),
    /** The mail server and the sender; undefined while no mail is sent. */
    mail:
      env.SMTP_URL === ''
        ? undefined
        : { server: parseSmtpUrl(env.SMTP_URL), from: parseMailbox(env.MAIL_FROM) },
    stripe: stripeOf(env),
    /** The key that a command presents to a server. */
    clientKey: env.CITABLE_KEY,
    /** The credentials by which a command acts as a person on a server. */
    person: {
      session: env.CITABLE_SESSION,
      email: env.CITABLE_EMAIL,
      password: env.CITABLE_PASSWORD,
    },
    defaultPlan: env.DEFAULT_PLAN,
  })

/** The settings as the service knows them. */
export type Config = ReturnType<typeof toConfig>

/**
 * Reads the environment once, and the file that it names; no other code reads them. Throws OperatorError that names
 * every bad variable, and never its value.
 */
export function readConfig(environment: NodeJS.ProcessEnv = readEnvironment()): Config {
  const parsed = WholeEnvironment.safeParse(withoutEmpty(environment))
  if (!parsed.success) {
    throw new OperatorError(`Bad environment: ${parsed.error.issues.map(problem).join('; ')}`)
  }
  return toConfig(parsed.data)
}

/** Writes what is wrong with a setting; a setting with a reader of its own names itself in the message. */
function problem({ path, message }: { path: PropertyKey[]; message: string }): string {
  const name = path.join('.')
  return message.startsWith(name) ? message : `${name} ${message}`
}

/**
 * Finds the names in the environment, and in the file that it names, that were probably meant as settings and are not.
 */
export const unknownSettings = (): UnknownSetting[] =>
  findUnknownSettings({ known: Object.keys(ENVIRONMENT), ...givenNames() })

const withoutEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
