import * as z from 'zod'
import type { CursorKey } from '../../../kernel/credentials/cursor.ts'
import { defineSiteList } from '../../../kernel/reads/define-site-list.ts'
import { readSuggestions, SUGGESTION_SOURCES, type Suggestion } from './suggestions.ts'

const SuggestionItem = z.object({
  text: z.string(),
  source: z.enum(SUGGESTION_SOURCES),
  count: z
    .int()
    .describe(
      'Readers who asked it, answers for which an engine searched for it, or pages about it',
    ),
  branded: z.boolean().describe('It names the site or its brand'),
})

/**
 * GET /citations/:siteId/suggestions: lists texts that could become queries. No engine is asked one of them before it
 * is accepted.
 */
export const listSuggestions = defineSiteList({
  name: 'citations.listSuggestions',
  summary:
    'What engines could be asked: questions of five readers, searches of engines, phrases of pages',
  anyOf: ['citations:read'],
  // Callers who may not read readers' words get the suggestions of the other sources.
  withoutWords: true,
  path: '/citations/:siteId/suggestions',
  fields: { source: z.enum(SUGGESTION_SOURCES).optional().describe('Only these') },
  async read({ ctx, site }, { source }, { after, limit }) {
    const all = (await readSuggestions(ctx, site)).filter(
      (one) => source === undefined || one.source === source,
    )
    const from = after === undefined ? 0 : all.findIndex((one) => isBehind(one, after))
    return { rows: from < 0 ? [] : all.slice(from, from + limit) }
  },
  key: (one) => [placeOf(one), one.count, one.text],
  item: SuggestionItem,
  toItem: ({ text, source, count, isBranded }) => ({ text, source, count, branded: isBranded }),
  untrustedFields: ['text'],
  columns: {
    text: ({ text }) => text,
    source: ({ source }) => source,
    count: ({ count }) => count,
    branded: ({ isBranded }) => (isBranded ? 'yes' : 'no'),
  },
  untrusted: ['text'],
})

const placeOf = ({ source }: Suggestion): number => SUGGESTION_SOURCES.indexOf(source)

/**
 * True for a suggestion that comes after the cursor in the order by source, then by count from the highest, then by
 * text.
 */
function isBehind(one: Suggestion, [place = 0, count = 0, text = '']: CursorKey): boolean {
  if (placeOf(one) !== Number(place)) return placeOf(one) > Number(place)
  if (one.count !== Number(count)) return one.count < Number(count)
  return one.text > String(text)
}
