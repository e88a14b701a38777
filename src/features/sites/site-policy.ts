import * as z from 'zod'
import type { StoredPolicy } from '../../../db/site/site-policy-store.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { cleanLine } from '../../domain/html/text.ts'
import type { SiteSignals } from '../../domain/policy/site-signals.ts'
import { policyInForce } from '../../domain/policy/policy-in-force.ts'
import { weighPolicy } from '../../domain/policy/weigh-policy.ts'
import { iso, isoOrNull } from '../../lib/time/clock.ts'
import { ATTRIBUTIONS, USES } from '../../protocol/policy/ask-policy.ts'

const terms = {
  attribution: z.enum(ATTRIBUTIONS).optional(),
  maxExcerpt: z.int().optional().describe('Characters of an answer'),
  license: z.string().optional().describe('Address of the terms'),
}
const Uses = z.array(z.enum([...USES, '*']))
const Decision = z.enum(['allow', 'deny', 'unknown'])
const Rule = z
  .union([z.int(), z.string()])
  .nullable()
  .describe('Index of the rule in the policy, or its text elsewhere')

const Signals = z.object({
  readAt: z.string(),
  url: z.string().describe('The address that answered'),
  robotsTxtChars: z.int().nullable().describe('Null where there was no robots.txt'),
  contentUsage: z.string().nullable(),
  askPolicy: z.string().nullable(),
  askPolicyMeta: z.string().nullable(),
  tdmReservation: z.string().nullable(),
  tdmRepChars: z.int().nullable().describe('Null where there was no tdmrep.json'),
})

/** The Ask Policy of a site, and the decisions that follow from it and from what the last scan read. */
export const SitePolicy = z.object({
  siteId: z.string(),
  policy: z.object({
    ...terms,
    rules: z.array(
      z.object({
        path: z.array(z.string()),
        targets: z.array(z.string()),
        allow: Uses,
        deny: Uses,
        ...terms,
      }),
    ),
  }),
  isDefault: z.boolean().describe('True while the owner has set none'),
  version: z.int().describe('0 until a policy was set for the first time'),
  updatedAt: z.string().nullable(),
  signals: Signals.nullable().describe('What the last scan read; null before the first'),
  url: z.string().describe('The page that uses and conflicts are about'),
  uses: z
    .array(
      z.object({
        use: z.enum(USES),
        decision: Decision,
        obligations: z
          .object({
            attribution: z.enum(ATTRIBUTIONS),
            maxExcerpt: z.int().nullable(),
            license: z.string().nullable(),
          })
          .nullable(),
        targets: z.array(z.string()),
        layers: z.array(
          z.object({ layer: z.string(), decision: Decision, rule: Rule, reason: z.string() }),
        ),
      }),
    )
    .describe('Targets for which a use is decided equally stand together'),
  conflicts: z
    .array(
      z.object({
        use: z.enum(USES),
        layer: z.string(),
        rule: Rule,
        policy: z.enum(['allow', 'deny']).describe('The layer says the opposite'),
        targets: z.array(z.string()),
      }),
    )
    .describe('Where the policy and a layer say opposite things; a ban wins'),
})

const MAX_SHOWN_CHARS = 500

/**
 * Shows the Ask Policy of a site with the decisions that follow from it. `stored` is the policy that the caller has
 * just read or written.
 */
export async function toSitePolicy(
  site: SiteDb,
  stored: StoredPolicy | undefined,
): Promise<z.input<typeof SitePolicy>> {
  const signals = await site.policy.findSignals()
  const policy = policyInForce(stored)
  const url = signals?.url ?? site.row.url
  const { rules, ...stated } = policy
  const own = rules.map(({ path, targets, allow, deny, ...rest }) => ({
    path: [...path],
    targets: [...targets],
    allow: [...allow],
    deny: [...deny],
    ...rest,
  }))
  return {
    siteId: site.row.id,
    policy: { ...stated, rules: own },
    isDefault: stored === undefined || stored.policy === null,
    version: stored?.version ?? 0,
    updatedAt: isoOrNull(stored?.updatedAt ?? null),
    signals: signals ? toSignals(signals) : null,
    url,
    ...weighPolicy(policy, url, signals),
  }
}

function toSignals(signals: SiteSignals): z.input<typeof Signals> {
  return {
    readAt: iso(signals.readAt),
    url: signals.url,
    robotsTxtChars: signals.robotsTxt?.length ?? null,
    contentUsage: shown(signals.contentUsage),
    askPolicy: shown(signals.askPolicy),
    askPolicyMeta: shown(signals.askPolicyMeta),
    tdmReservation: shown(signals.tdmReservation),
    tdmRepChars: signals.tdmRep?.length ?? null,
  }
}

/** Shortens a header of the site to one line of a bounded length, since its words are the site's. */
const shown = (text: string | null): string | null => text && cleanLine(text, MAX_SHOWN_CHARS)
