import * as z from 'zod/v4'

/** Inputs that several tools share. */
export function makeFields() {
  const dimension = z.enum(['path', 'engine', 'referrer', 'country', 'device'])
  const metric = z.enum([
    'impressions',
    'ai_clicks',
    'shares',
    'questions',
    'ai_referrals',
    'visitors',
    'ai_ctr',
    'share_rate',
    'question_rate',
  ])
  return {
    dimension,
    metric,
    site: z.string().min(1).max(64).describe('Site id or domain, as search lists it'),
    range: z
      .string()
      .max(32)
      .optional()
      .describe(
        'Period in the time zone of the site: today, yesterday, 7d, 28d, 30d, 90d, 12mo, mtd or YYYY-MM-DD..YYYY-MM-DD, both days included; default 28d',
      ),
    compare: z
      .enum(['previous_period', 'none'])
      .optional()
      .describe('What to compare with; default previous_period'),
    filters: makeFilters(dimension),
    metrics: z
      .array(metric)
      .min(1)
      .max(9)
      .optional()
      .describe('Metrics to return, in this order; default impressions, ai_clicks and ai_ctr'),
    interval: z
      .enum(['hour', 'day', 'week', 'month'])
      .optional()
      .describe('Width of a row; default fits the range; hour at most for 7 days'),
    splitBy: dimension
      .optional()
      .describe('One more column: a row per interval and value of this dimension, top 10 values'),
    dimensions: z
      .array(dimension)
      .min(1)
      .max(2)
      .describe('Columns to group by, one or two; a row per combination'),
    orderBy: z
      .string()
      .max(40)
      .optional()
      .describe('Metric to sort by, with a leading minus for descending; default the first metric'),
    limit: z.int().min(1).max(100).optional().describe('Rows per answer, 1 to 100; default 25'),
    cursor: z
      .string()
      .max(512)
      .optional()
      .describe('nextCursor of the answer before, with otherwise the same arguments'),
  }
}

function makeFilters(dimension: z.ZodEnum) {
  const filter = z.object({
    dimension: dimension.describe('Dimension the filter looks at'),
    op: z
      .enum(['is', 'is_not', 'contains', 'starts_with', 'in'])
      .describe('How values are compared, ignoring case'),
    values: z
      .array(z.string().max(200))
      .min(1)
      .max(50)
      .describe('Values; one is enough to match, none may for is_not'),
  })
  return z
    .array(filter)
    .max(10)
    .optional()
    .describe('Conditions that must all hold, such as engine is chatgpt')
}

/** Makes the schema that the table of every tool has. */
export function makeTable() {
  return z.object({
    site: z.string().describe('Site id the numbers belong to'),
    range: z
      .object({
        from: z.string().describe('First day, YYYY-MM-DD'),
        to: z.string().describe('Last day, YYYY-MM-DD, included'),
        timezone: z.string().describe('IANA time zone of the site'),
      })
      .describe('The period as resolved'),
    columns: z.array(z.string()).describe('Names of the columns, in the order of each row'),
    rows: z
      .array(z.array(z.union([z.string(), z.number(), z.null()])))
      .describe('One array per row; null where a value is not known'),
    nextCursor: z.string().nullable().describe('Pass as cursor for more rows; null at the end'),
    notes: z.array(z.string()).describe('What a reader must know to read the numbers right'),
  })
}
