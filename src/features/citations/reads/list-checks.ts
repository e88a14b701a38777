import * as z from 'zod'
import { PathId } from '../../../kernel/door/inputs.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { defineListWithFile } from '../../../kernel/reads/define-list-with-file.ts'
import { RangeText } from '../../../kernel/reads/range.ts'
import { rangeRule, siteRule } from '../../../kernel/reads/site-rules.ts'
import { CitationCheck, checkCells, toCitationCheck } from './check.ts'
import { checkFilterOf, engineRule, tagRule, whichChecks } from './check-fields.ts'
import { CHECK_STATES } from '../../../domain/citations/engine-answer.ts'

/** GET /citations/:siteId/checks: lists the answers behind every number, the latest first, by the page or as a file. */
export const listCitationChecks = defineListWithFile({
  name: 'citations.checks',
  summary: 'Answers of engines, with whether each cites the site: pages of JSON, or a file',
  // Keys without readers' words may read queries: the owner chose each of them, also those of readers, to be asked
  // elsewhere.
  access: { by: 'scope', anyOf: ['citations:read'], withoutWords: true },
  path: '/citations/:siteId/checks',
  fields: {
    siteId: PathId.describe('Site id'),
    range: RangeText.optional().describe('28d unless given'),
    from: z.iso.date().optional().describe('First day, in place of range'),
    to: z.iso.date().optional().describe('Last day, in place of range'),
    ...whichChecks,
    runId: PathId.optional().describe('Id of a run'),
    state: z.enum(CHECK_STATES).optional().describe('Only checks that ended so'),
    cited: z.boolean().optional().describe('Only answers that cite the site, or that do not'),
  },
  rules: [siteRule, rangeRule, engineRule, tagRule],
  async open({ db, app }, { siteId, state, cited, ...asked }) {
    const site = await findSiteById(db, siteId)
    const { filter } = await checkFilterOf(site, asked, app.now())
    const states = state === undefined ? undefined : [state]
    return {
      owner: siteId,
      fileName: `citable-checks-${site.row.domain}`,
      read: ({ after, limit }) =>
        site.citations.checks({ ...filter, states, isCited: cited }, after, limit),
    }
  },
  key: ({ at, num }) => [at, num],
  item: CitationCheck,
  toItem: toCitationCheck,
  file: {
    format: z
      .enum(['json', 'csv', 'ndjson'])
      .default('json')
      .describe('json: pages in the envelope. csv, ndjson: one stream'),
    csv: checkCells,
    rowsAtOnce: 500,
  },
})
