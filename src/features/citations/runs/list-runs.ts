import * as z from 'zod'
import { PathId } from '../../../kernel/door/inputs.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { defineList } from '../../../kernel/reads/define-list.ts'
import { CitationRun, RUN_STATES, toCitationRun } from './run.ts'

/** GET /citations/:siteId/runs: lists the runs of one site, newest first. */
export const listRuns = defineList({
  name: 'citations.listRuns',
  summary: 'Runs of the Citation Monitor of a site, newest first',
  access: { by: 'scope', anyOf: ['citations:read'] },
  path: '/citations/:siteId/runs',
  fields: {
    siteId: PathId.describe('Site id'),
    state: z.enum(RUN_STATES).optional().describe('Only runs in this state'),
  },
  async read({ ctx: { db } }, { siteId, state }, { after, limit }) {
    const site = await findSiteById(db, siteId)
    const before = after && Number(after[0])
    return { rows: await site.citationRuns.list({ state, before }, limit) }
  },
  key: ({ num }) => [num],
  item: CitationRun,
  toItem: toCitationRun,
})
