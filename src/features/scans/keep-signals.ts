import type { SiteDb } from '../../../db/site-db.ts'
import type { Observation } from '../../domain/ai-score/observation.ts'
import { policyInForce } from '../../domain/policy/policy-in-force.ts'
import type { SiteSignals } from '../../domain/policy/site-signals.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'

const MAX_FILE_CHARS = 524_288
const MAX_HEADER_CHARS = 8_192

/** Keeps what the start page and its origin say of uses; answers how often that conflicts with the site's policy. */
export async function keepSignals(
  app: AppContext,
  site: SiteDb,
  observation: Observation,
): Promise<number> {
  const signals = signalsOf(observation, app.now())
  await site.policy.saveSignals(signals)
  const policy = policyInForce(await site.policy.find())
  if (policy.rules.length === 0) return 0
  const { weighPolicy } = await import('../../domain/policy/weigh-policy.ts')
  return weighPolicy(policy, signals.url, signals).conflicts.length
}

function signalsOf({ target, texts }: Observation, readAt: number): SiteSignals {
  const { headers, page } = target
  return {
    readAt,
    url: target.finalUrl,
    robotsTxt: storable(texts?.robotsTxt, MAX_FILE_CHARS),
    contentUsage: storable(headers['content-usage'], MAX_HEADER_CHARS),
    askPolicy: storable(headers['ask-policy'], MAX_HEADER_CHARS),
    askPolicyMeta: page?.usage.askPolicy ?? null,
    tdmReservation:
      storable(headers['tdm-reservation'], MAX_HEADER_CHARS) ?? page?.usage.tdmReservation ?? null,
    tdmRep: storable(texts?.tdmRep, MAX_FILE_CHARS),
  }
}

/** A text that any database stores: without NUL and lone surrogates. */
const storable = (text: string | null | undefined, max: number): string | null =>
  text?.slice(0, max).replaceAll('\0', '').toWellFormed() ?? null
