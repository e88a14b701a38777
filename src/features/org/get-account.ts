import * as z from 'zod'
import { iso } from '../../lib/time/clock.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { PLAN_LIMITS, planOf } from '../../kernel/plans.ts'

const Limit = z.number().nullable().describe('null is unlimited')

/** The organization: plan, seats, what it may use and what it uses. */
export const getAccount = defineOperation({
  name: 'org.account',
  summary: 'The organization with its plan, seats, limits and usage',
  effect: 'read',
  access: { by: 'scope', anyOf: ['org:read'] },
  http: { surface: 'api', method: 'get', path: '/org' },
  input: z.strictObject({}),
  output: z.object({
    id: z.string(),
    name: z.string(),
    plan: z.string(),
    seats: z.object({ used: z.int() }),
    limits: z.object({
      requestsPerMinute: z.int(),
      sites: Limit,
      keys: Limit,
    }),
    usage: z.object({
      sites: z.int().describe('As far as the key reaches'),
      keys: z.int().describe('That work, and that no other has replaced'),
    }),
    features: z.object({ apiKeys: z.boolean(), mcp: z.boolean() }),
    createdAt: z.string(),
  }),
  async handler({ app, db }) {
    const org = await db.organization().selectAll().executeTakeFirstOrThrow()
    const [sites, keys, seats] = await Promise.all([
      db.sites.countAll(),
      db.keys.countLive(app.now()),
      db
        .members()
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ])
    const { apiKeys, mcp, requestsPerMinute, maxSites, maxKeys } = PLAN_LIMITS[planOf(org.plan)]
    return {
      id: org.id,
      name: org.name,
      plan: org.plan,
      seats: { used: seats.n },
      limits: { requestsPerMinute, sites: finite(maxSites), keys: finite(maxKeys) },
      usage: { sites, keys },
      features: { apiKeys, mcp },
      createdAt: iso(org.created_at),
    }
  },
})

const finite = (limit: number): number | null => (Number.isFinite(limit) ? limit : null)
