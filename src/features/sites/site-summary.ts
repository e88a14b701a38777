import * as z from 'zod'
import { fence, fenceShort } from '../../domain/fence.ts'
import { SiteReference } from '../../kernel/door/inputs.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ResourceText } from '../../kernel/assistants/resource.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { inSiteZone } from './in-site-zone.ts'
import type { Site } from './site.ts'
import { withStats } from './site-stats.ts'
import { worstChecks } from './worst-checks.ts'

/**
 * Describes a site in one page of text, as a resource that clients read. Its name is text of its owner, so it comes
 * last, in a fence.
 */
export const siteSummary = defineOperation({
  name: 'sites.summary',
  summary: 'One site in a page of text: install status, pages, last scan and what to mend first',
  access: { by: 'scope', anyOf: ['sites:read'], withoutWords: true },
  input: z.strictObject({ site: SiteReference }),
  output: ResourceText,
  rules: [siteRule],
  async handler({ app, db }, { site: reference }) {
    const site = await findSite(db, reference)
    const { row } = site
    const described = await withStats(site, app.now())
    const { install, lastScan, stats, status } = inSiteZone(described, row.timezone)
    const at = (ms: number | undefined): string =>
      ms === undefined ? 'none' : zoneIso(row.timezone, ms)
    const { firstEventAt, lastEventAt } = await site.dataSpan()
    const worst = await worstChecks(site)
    const seen = worst.flatMap(({ id, evidence }) =>
      evidence === undefined ? [] : [`${id} ${evidence}`],
    )
    const lines = [
      `Site ${row.domain}, ${row.url}`,
      `id: ${row.id}`,
      `status: ${status}; time zone ${row.timezone}; language ${row.language ?? 'not set'}`,
      `widget: ${install.status}, last seen ${install.lastSeenAt ?? 'never'}`,
      ...(install.place === null ? [] : [placeLine(install.place)]),
      `events: first ${at(firstEventAt)}, last ${at(lastEventAt)}`,
      `pages: ${stats.pages}; prompts: ${stats.prompts}`,
      `last scan: ${lastScan === null ? 'none' : `${lastScan.state}, ${lastScan.fetched} pages read of ${lastScan.discovered}`}; last complete ${stats.lastScanAt ?? 'never'}`,
      `AI score of the site: ${stats.aiScore ?? 'none yet'}`,
      ...worst.map(({ id, fault, fix }) => `- ${id} ${fault}: ${fix}`),
      ...(seen.length === 0 ? [] : ['What was seen, with words of pages:', fence(seen.join('\n'))]),
      'Name, as its owner wrote it:',
      fenceShort(row.name, MAX_NAME),
    ]
    return { text: lines.join('\n') }
  },
})

type Place = NonNullable<z.output<typeof Site>['install']['place']>

const placeLine = ({ pages, without, checkedAt }: Place): string =>
  `place of the widget: missing on ${without} of ${pages} pages, as of ${checkedAt}`

const MAX_NAME = 300
