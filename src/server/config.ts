import * as z from 'zod'
import {
  FORWARDED_HEADERS,
  parseTrustedProxies,
  type ForwardedHeader,
} from '../auth/client-address.ts'
import { OperatorError } from '../kernel/door/operator-error.ts'
import { parseUrl } from '../lib/web/parse-url.ts'
import { PLANS } from '../kernel/plan/plans.ts'
import {
  BILLING_SETTINGS,
  hasPricesWithSecret,
  hasSecretWithLink,
  stripeOf,
} from './billing-settings.ts'
import { CLIENT_SETTINGS, clientSettings, type ClientSettings } from './client-settings.ts'
import {
  DEFAULT_DATABASE_URL,
  DEFAULT_ENV_FILE,
  NO_ENV_FILE,
  databaseFileOf,
  givenNames,
  readEnvironment,
  SQLITE_URL,
} from './environment.ts'
import { integerSetting } from './integer-setting.ts'
import { findUnknownSettings, type UnknownSetting } from './unknown-settings.ts'
import { isMetricsPortGuarded, WATCH_SETTINGS } from './watch-settings.ts'
import { parseAllowedNetworks } from '../net/address-policy.ts'
import { parseMailbox, parseSmtpUrl } from '../net/smtp-settings.ts'
import type { SmtpOptions } from '../net/smtp-mailer.ts'
import { llmOf, type LlmConfig } from './llm-config.ts'

const integer = (fallback: number, min: number, max: number) =>
  integerSetting(min, max).default(fallback)

const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

/** Takes text that `read` accepts; it throws an Error that says what is wrong with any other. */
const readBy = (read: (text: string) => unknown) =>
  z
    .string()
    .default('')
    .superRefine((text, context) => {
      try {
        read(text)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        context.addIssue({ code: 'custom', message: error.message })
      }
    })

/**
 * A scheme and a host without wildcards, since origins are compared whole. `localhost:3000` has no host: it is a path of
 * the scheme `localhost`.
 */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/*]+(?:\/\S*)?$/i

const originsIn = (text: string): string[] =>
  text.split(',').flatMap((origin) => origin.trim() || [])

/** fetch refuses an address that holds a user. */
function hasUser(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && url.username + url.password !== ''
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
      (text) => originsIn(text).every((origin) => ORIGIN.test(origin)),
      'must be origins such as https://chat.example.com, separated by commas',
    )
    .describe('Further origins whose pages may call /mcp, separated by commas'),
  QUERY_TIMEOUT_MS: integer(10_000, 50, 300_000).describe(
    'How long a read in a thread may take, such as one of single events, of many rows or of many names, in milliseconds',
  ),
  ASSISTANT_CALLS_MAX: integer(1_000_000, 1, 100_000_000).describe(
    'How many calls of MCP tools of the last 30 days are kept of one organization; the oldest go first',
  ),
  ALLOW_PRIVATE_NETWORKS: readBy(parseAllowedNetworks).describe(
    'Private addresses that scans and webhooks may reach, also by plain http, for trials: 1 for this machine and private networks, or addresses and CIDR ranges; by default none',
  ),
  SCAN_CONCURRENCY: integer(4, 1, 64).describe('Requests to one scanned host at a time'),
  SCAN_TIMEOUT_MS: integer(15_000, 100, 120_000).describe(
    'How long one page of a scan may take, in milliseconds',
  ),
  LLM_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((url) => !hasUser(url), 'must not hold a user or password; use LLM_API_KEY')
    .optional()
    .describe(
      'OpenAI-compatible endpoint that words prompts, such as http://localhost:11434/v1; without it they are deterministic',
    ),
  LLM_MODEL: z.string().optional().describe('Model at LLM_URL, which needs one'),
  LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe('Bearer token for LLM_URL, if it wants one'),
  LLM_TIMEOUT_MS: integer(30_000, 100, 300_000).describe(
    'How long the model may take for one page, in milliseconds',
  ),
  LLM_CONCURRENCY: integer(4, 1, 32).describe('Requests to the model at a time'),
  LLM_MAX_PAGES: integer(500, 1, 50_000).describe(
    'Pages of one scan that the model is asked for; the others get deterministic prompts',
  ),
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

export interface Config extends ClientSettings {
  host: string
  port: number
  publicUrl: string | undefined
  /** The path is absolute. */
  databaseFile: string
  startTimeoutMs: number
  secretKey: string | undefined
  metrics: { token: string | undefined; port: number | undefined; host: string }
  /** Requests are taken for so long after the wish to stop. */
  drainMs: number
  /** Those that are under way then have so long. */
  stopTimeoutMs: number
  logLevel: string
  trustProxy: string
  /** It is undefined where the request decides by what it has. */
  forwardedHeader: ForwardedHeader | undefined
  countryHeader: string | undefined
  allowedOrigins: readonly string[]
  queryTimeoutMs: number
  mostAssistantCalls: number
  allowPrivateNetworks: string
  scanConcurrency: number
  scanTimeoutMs: number
  /** It is undefined while no model words prompts. */
  llm: LlmConfig | undefined
  /** It is undefined while no mail is sent. */
  mail: Pick<SmtpOptions, 'server' | 'from'> | undefined
  /** It is undefined while no payments are taken. */
  stripe: ReturnType<typeof stripeOf>
  defaultPlan: z.infer<typeof Environment>['DEFAULT_PLAN']
}

/**
 * Reads the environment once, and the file that it names; nothing else looks at them. Throws OperatorError with every bad
 * variable named, and never what it holds.
 */
export function readConfig(environment: NodeJS.ProcessEnv = readEnvironment()): Config {
  const parsed = WholeEnvironment.safeParse(withoutEmpty(environment))
  if (!parsed.success) {
    throw new OperatorError(`Bad environment: ${parsed.error.issues.map(problem).join('; ')}`)
  }
  const env = parsed.data
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    databaseFile: databaseFileOf(env.DATABASE_URL),
    startTimeoutMs: env.START_TIMEOUT_MS,
    secretKey: env.SECRET_KEY,
    metrics: { token: env.METRICS_TOKEN, port: env.METRICS_PORT, host: env.METRICS_HOST },
    drainMs: env.DRAIN_MS,
    stopTimeoutMs: env.STOP_TIMEOUT_MS,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    forwardedHeader: env.FORWARDED_HEADER,
    countryHeader: env.COUNTRY_HEADER.toLowerCase() || undefined,
    allowedOrigins: originsIn(env.ALLOWED_ORIGINS),
    queryTimeoutMs: env.QUERY_TIMEOUT_MS,
    mostAssistantCalls: env.ASSISTANT_CALLS_MAX,
    allowPrivateNetworks: env.ALLOW_PRIVATE_NETWORKS,
    scanConcurrency: env.SCAN_CONCURRENCY,
    scanTimeoutMs: env.SCAN_TIMEOUT_MS,
    llm: llmOf(env),
    mail:
      env.SMTP_URL === ''
        ? undefined
        : { server: parseSmtpUrl(env.SMTP_URL), from: parseMailbox(env.MAIL_FROM) },
    stripe: stripeOf(env),
    ...clientSettings(env),
    defaultPlan: env.DEFAULT_PLAN,
  })
}

/** A setting with a reader of its own names itself in the message. */
function problem({ path, message }: { path: PropertyKey[]; message: string }): string {
  const name = path.join('.')
  return message.startsWith(name) ? message : `${name} ${message}`
}

/** Names the settings that there are not, in the environment and in the file that it names. */
export const unknownSettings = (): UnknownSetting[] =>
  findUnknownSettings({ known: Object.keys(ENVIRONMENT), ...givenNames() })

const withoutEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
