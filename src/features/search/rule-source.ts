import * as z from 'zod'
import { zoneIso } from '../../lib/time/zone.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { type DocumentSource } from './document.ts'
import { assertMaySee } from '../../kernel/door/access.ts'

const Fields = z.record(z.string(), z.unknown())

/** Reads a whole prompt rule as a document: its conditions and its actions, as JSON in the words of the rules API. */
export async function readRuleSource(
  ctx: OrgContext,
  name: string,
): Promise<DocumentSource | undefined> {
  assertMaySee(ctx.principal, 'rules:read')
  const found = await ctx.db.sites.rule(name)
  const row = await found?.site.rules.find(found.ruleId)
  if (!found || !row) return undefined
  const { site } = found
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

/** Writes the fields of stored JSON, one a line; `none` is the text for an object without fields. */
function written(json: string, none: string): string {
  const fields = Object.entries(Fields.parse(JSON.parse(json)))
  if (fields.length === 0) return none
  return fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')
}
