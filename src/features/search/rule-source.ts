import * as z from 'zod'
import { isShortId } from '../../domain/ids.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import { assertScope, type DocumentSource } from './document.ts'

const Fields = z.record(z.string(), z.unknown())

/** Reads a whole prompt rule: its conditions and its actions, as JSON in the words of the rules API. */
export async function readRuleSource(
  ctx: OrgContext,
  name: string,
): Promise<DocumentSource | undefined> {
  assertScope(ctx, 'rules:read')
  const found = await findRule(ctx, name)
  if (!found) return undefined
  const { site, row } = found
  const hits = await site.rules.hits([row.id], ctx.app.now())
  return {
    title: `Prompt rule of ${site.row.domain}`,
    lead: [row.name, row.description ?? ''].join('\n').trim(),
    sections: [
      { heading: '## Match', text: written(row.conditions, 'every page') },
      { heading: '## Actions', text: written(row.actions, 'none') },
    ],
    url: site.row.url,
    metadata: {
      site: site.row.id,
      position: row.position,
      enabled: row.is_enabled === 1 ? 'yes' : 'no',
      stop: row.is_last === 1 ? 'yes' : 'no',
      hits30d: hits.get(row.id) ?? 0,
      lastMatchedAt:
        row.last_matched_at === null ? null : zoneIso(site.row.timezone, row.last_matched_at),
      version: row.version,
      updatedAt: zoneIso(site.row.timezone, row.updated_at),
    },
  }
}

/** Finds a rule by its id, or by the end of it that lists show; one that two rules share names none of them. */
async function findRule({ db }: OrgContext, name: string) {
  const [owner, ...others] = await db.sites
    .query()
    .innerJoin('prompt_rule', 'prompt_rule.site_num', 'site.num')
    .select(['site.id', 'prompt_rule.id as ruleId'])
    .where('prompt_rule.id', isShortId(name) ? 'like' : '=', isShortId(name) ? `%${name}` : name)
    .limit(2)
    .execute()
  const site = owner && others.length === 0 ? await db.sites.find(owner.id) : undefined
  const row = owner && (await site?.rules.find(owner.ruleId))
  return site && row && { site, row }
}

/** Writes stored JSON, a field a line; `none` stands for an object without fields. */
function written(json: string, none: string): string {
  const fields = Object.entries(Fields.parse(JSON.parse(json)))
  if (fields.length === 0) return none
  return fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')
}
