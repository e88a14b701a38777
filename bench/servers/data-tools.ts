import * as z from 'zod/v4'

/** What a baseline registers: the fields of the SDK's `registerTool`, without the handler. */
export interface BaselineTool {
  name: string
  title: string
  description: string
  inputSchema: z.ZodObject
  outputSchema?: z.ZodObject
}

/**
 * The tools of `/mcp/data`, written the plain SDK way.
 * Every call makes new schemas; parts used by several tools are made once a call.
 */
export function makeTools(): BaselineTool[] {
  return [...makeAnalyticsTools(), ...makeLookupTools()]
}

function makeAnalyticsTools(): BaselineTool[] {
  const fields = makeFields()
  const outputSchema = makeTable()
  const { site, range, compare, filters, metrics, limit, cursor } = fields
  return [
    {
      name: 'get_overview',
      title: 'Overview of a site',
      description:
        'Every headline metric of one site for a period, each beside the period before it.\nStart here; call get_timeseries or get_breakdown for the why.',
      inputSchema: z.object({ site, range, compare, filters }),
      outputSchema,
    },
    {
      name: 'get_timeseries',
      title: 'Metrics over time',
      description:
        'One row per hour, day, week or month with the metrics asked for.\nUse it for trends and turning points; call get_overview first for the totals.',
      inputSchema: z.object({
        site,
        range,
        compare,
        filters,
        metrics,
        interval: fields.interval,
        splitBy: fields.splitBy,
      }),
      outputSchema,
    },
    {
      name: 'get_breakdown',
      title: 'Metrics by dimension',
      description:
        'One row per page, engine, referrer, country or device with its metrics, largest first.\nUse it to find what moved a number seen in get_overview.',
      inputSchema: z.object({
        site,
        range,
        filters,
        metrics,
        dimensions: fields.dimensions,
        orderBy: fields.orderBy,
        limit,
        cursor,
      }),
      outputSchema,
    },
  ]
}

function makeLookupTools(): BaselineTool[] {
  return [
    {
      name: 'search',
      title: 'Search sites, pages and topics',
      description:
        'Sites, pages and question topics whose name, URL or words match.\nUse it when only a name is known; call fetch with an id it returns.',
      inputSchema: z.object({
        query: z.string().min(1).max(300).describe('Words to look for, in any language'),
      }),
    },
    {
      name: 'fetch',
      title: 'Fetch one result',
      description:
        'The whole record behind an id that search returned, as text with its address.\nCall search first; ids are not guessable.',
      inputSchema: z.object({
        id: z
          .string()
          .min(1)
          .max(64)
          .describe('An id from search, such as page:pg_01 or site:st_1'),
      }),
    },
  ]
}

function makeFields() {
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

function makeTable() {
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
