import * as z from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { wilsonInterval } from '../../domain/statistics/intervals.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { shortNumber } from '../../kernel/numbers.ts'
import { Table } from '../../kernel/table.ts'
import { isForeign } from './dimensions.ts'
import { FUNNEL_SPLITS, FUNNEL_STEPS, partOfReaders, readFunnel } from './read-funnel.ts'
import { toolArguments } from './tool-query.ts'
import { funnelRules } from './read-funnel.ts'

const { compare: _, ...shared } = toolArguments

/** What a funnel is of; the fields of the tool and of the route. */
export const funnelFields = {
  steps: z
    .array(z.enum(FUNNEL_STEPS))
    .min(2)
    .max(5)
    .default(['impression', 'ai_click', 'referral'])
    .describe('In order'),
  dimensions: z
    .array(z.enum(FUNNEL_SPLITS))
    .max(1)
    .default([])
    .describe('A funnel for each value, of the first step'),
}

/** Counts how many readers go from one step to the next, within a day. */
export const getFunnel = defineOperation({
  name: 'analytics.funnel',
  summary: 'Readers of one site who go from one step to the next',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: z.strictObject({ ...shared, ...funnelFields }),
  output: Table,
  rules: funnelRules,
  async handler({ app, db }, input) {
    const site = await findSite(db, input.site)
    const { range, steps, notes } = await readFunnel(site, input, {
      now: app.now(),
      minAskers: MIN_ASKERS,
    })
    const [splitBy] = input.dimensions
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone: site.row.rollup_timezone },
      columns: [
        ...(splitBy ? [splitBy] : []),
        'step',
        'readers',
        'from_previous',
        'ci95_low',
        'ci95_high',
        'from_first',
        'lost',
      ],
      rows: steps.map(({ value, step, readers, before, first }) => {
        const [low, high] =
          before === null ? [null, null] : (wilsonInterval(readers, before) ?? [null, null])
        const row = [
          step,
          readers,
          before === null ? null : partOfReaders(readers, before),
          low,
          high,
          partOfReaders(readers, first),
          before === null ? null : before - readers,
        ]
        return [...(splitBy ? [value] : []), ...row.map(shortNumber)]
      }),
      untrusted: splitBy && isForeign(splitBy) ? [splitBy] : [],
      notes,
      nextCursor: null,
    }
  },
})
