import * as z from 'zod'
import type { SiteDb } from '../../../../db/site-db.ts'
import { queryKey } from '../../../domain/citations/query-text.ts'
import { wordingOf } from '../../../domain/topics/wording.ts'
import { auditCall } from '../../../kernel/door/audit.ts'
import { invalidField } from '../../../kernel/door/errors.ts'
import { checkEach } from '../../../kernel/door/every-refusal.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { Query, toQuery } from './query.ts'
import { NewQuery, queryFields } from './query-input.ts'
import { insertQuery, limitReached, roomFor } from './store-query.ts'
import { readSuggestions, type Suggestion } from './suggestions.ts'

/**
 * POST /citations/:siteId/suggestions/accept: makes all given suggestions queries of the site, or, where one is
 * refused, makes no query.
 */
export const acceptSuggestions = defineOperation({
  name: 'citations.acceptSuggestions',
  summary: 'Make queries of suggestions; from then on engines are asked them',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: {
    method: 'post',
    path: '/citations/:siteId/suggestions/accept',
    // Suggestions are read in other threads, and writers must not wait for them.
    idempotency: 'after',
  },
  input: z.strictObject({
    siteId: PathId,
    texts: z
      .array(queryFields.text)
      .min(1)
      .max(100)
      .describe('As the list of suggestions has them'),
    tags: queryFields.tags.default([]).describe('Of each query that is made'),
  }),
  output: z.object({ queries: z.array(Query) }),
  rules: [
    async (ctx, { siteId, texts }) => {
      const site = await ctx.db.sites.find(siteId)
      if (site) suggestedAmong(await readSuggestions(ctx, site), texts)
    },
  ],
  async handler(ctx, { siteId, texts, tags }) {
    const site = await findSiteById(ctx.db, siteId)
    const accepted = suggestedAmong(await readSuggestions(ctx, site), texts)
    return ctx.db.transaction(async (trx) => {
      const own = await findSiteById(trx, siteId)
      const queries = accepted.map(({ text, source }) => ({
        source,
        query: NewQuery.parse({ text, tags }),
      }))
      await assertNew(
        own,
        queries.map(({ query }) => query),
      )
      if ((await roomFor(own, ctx.principal.plan)) < queries.length) {
        throw limitReached(ctx.principal.plan)
      }
      const rows = []
      for (const { query, source } of queries) {
        rows.push(await insertQuery(ctx, own, query, source))
      }
      const ids = rows.map(({ id }) => id)
      await auditCall(ctx, trx, 'citation_query.accept', siteId, { queries: ids })
      return { queries: rows.map((row) => toQuery(row, siteId)) }
    })
  },
})

/**
 * Finds the suggestions that have these texts, each once. Throws VALIDATION_FAILED for a text that is not suggested to
 * the caller.
 */
function suggestedAmong(
  suggestions: readonly Suggestion[],
  texts: readonly string[],
): readonly Suggestion[] {
  const byWording = new Map(suggestions.map((one) => [wordingOf(one.text), one]))
  const found = new Set<Suggestion>()
  checkEach(texts, (text, i) => {
    const one = byWording.get(wordingOf(text))
    if (!one)
      throw invalidField(`texts[${i}]`, 'not_suggested', 'Is no suggestion, or is none any more')
    found.add(one)
  })
  return [...found]
}

/** Throws VALIDATION_FAILED where a suggestion has become a query meanwhile. */
async function assertNew({ citationQueries }: SiteDb, queries: readonly NewQuery[]): Promise<void> {
  const keys = queries.map(queryKey)
  const [taken] = await citationQueries.byKeys(keys)
  if (!taken) return
  throw invalidField('texts', 'not_suggested', 'One of them has become a query meanwhile')
}
