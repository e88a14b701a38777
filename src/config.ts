import * as z from 'zod'

const integer = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback)

/** Of an address; fetch refuses such a one. */
const hasUser = (url: string): boolean =>
  URL.canParse(url) && new URL(url).username + new URL(url).password !== ''

const Environment = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: integer(8700, 0, 65_535).describe('Port to listen on; 0 takes a free one'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('How clients reach this server, such as https://citable.example.com'),
  DATABASE_URL: z
    .string()
    .default('sqlite:./data/citable.db')
    .describe('Where the data is, such as sqlite:./data/citable.db'),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Signs cursors and keys address hashes; by default made once, in citable.key beside the data',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged'),
  TRUST_PROXY: z
    .string()
    .default('')
    .describe('Whose X-Forwarded-For counts: a number of hops, or addresses and CIDR ranges'),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-zA-Z0-9-]*$/)
    .default('')
    .describe('Header with the two-letter country, believed only from a trusted proxy'),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .describe('Further origins whose pages may call /mcp, separated by commas'),
  QUERY_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(300_000)
    .default(10_000)
    .describe('How long a query over single events may take, in milliseconds'),
  ALLOW_PRIVATE_NETWORKS: z
    .string()
    .default('')
    .describe(
      'Private addresses that scans may reach, for trials: 1 for this machine and private networks, or addresses and CIDR ranges; by default none',
    ),
  SCAN_CONCURRENCY: integer(4, 1, 64).describe('Requests to one scanned host at a time'),
  SCAN_TIMEOUT_MS: integer(15_000, 100, 120_000).describe(
    'How long one page of a scan may take, in milliseconds',
  ),
  LLM_URL: z
    .url({ protocol: /^https?$/ })
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
  DEFAULT_PLAN: z
    .enum(['free', 'pro', 'business', 'enterprise', 'self_hosted'])
    .default('self_hosted')
    .describe('Plan of an organization that is made without one'),
})

const WholeEnvironment = Environment.refine(
  ({ LLM_URL, LLM_MODEL }) => LLM_URL === undefined || LLM_MODEL !== undefined,
  { path: ['LLM_MODEL'], message: 'is needed with LLM_URL' },
)

/** Each variable with its meaning and default, for the documentation. */
export const ENVIRONMENT = Environment.shape

export interface Config {
  host: string
  port: number
  publicUrl: string | undefined
  databaseUrl: string
  secretKey: string | undefined
  logLevel: string
  trustProxy: string
  countryHeader: string | undefined
  allowedOrigins: readonly string[]
  queryTimeoutMs: number
  allowPrivateNetworks: string
  scanConcurrency: number
  scanTimeoutMs: number
  /** Undefined while no model words prompts. */
  llm: LlmConfig | undefined
  defaultPlan: z.infer<typeof Environment>['DEFAULT_PLAN']
}

interface LlmConfig {
  url: string
  model: string
  apiKey: string | undefined
  timeoutMs: number
  concurrency: number
  maxPages: number
}

/** Reads the environment once; nothing else looks at it. Throws with every bad variable named. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = WholeEnvironment.safeParse(withoutEmpty(environment))
  if (!parsed.success) {
    const problems = parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`)
    throw new Error(`Bad environment: ${problems.join('; ')}`)
  }
  const env = parsed.data
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    secretKey: env.SECRET_KEY,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER.toLowerCase() || undefined,
    allowedOrigins: env.ALLOWED_ORIGINS.split(',').flatMap((origin) => origin.trim() || []),
    queryTimeoutMs: env.QUERY_TIMEOUT_MS,
    allowPrivateNetworks: env.ALLOW_PRIVATE_NETWORKS,
    scanConcurrency: env.SCAN_CONCURRENCY,
    scanTimeoutMs: env.SCAN_TIMEOUT_MS,
    llm: llmOf(env),
    defaultPlan: env.DEFAULT_PLAN,
  })
}

const llmOf = (env: z.infer<typeof Environment>): LlmConfig | undefined =>
  env.LLM_URL === undefined || env.LLM_MODEL === undefined
    ? undefined
    : {
        url: env.LLM_URL,
        model: env.LLM_MODEL,
        apiKey: env.LLM_API_KEY,
        timeoutMs: env.LLM_TIMEOUT_MS,
        concurrency: env.LLM_CONCURRENCY,
        maxPages: env.LLM_MAX_PAGES,
      }

const withoutEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
