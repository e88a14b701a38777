import * as z from 'zod/v4'
import { makeFields, makeTable } from './data-fields.ts'
import type { BaselineTool } from './baseline-tool.ts'

type Fields = ReturnType<typeof makeFields>

/**
 * Makes the tools that say what can be asked, why a number changed, and anything else that the plain ones cannot say.
 */
export function makeExplainingTools(): BaselineTool[] {
  const fields = makeFields()
  const outputSchema = makeTable()
  const tools = [
    makeDescribeData(),
    makeComparePeriods(fields),
    makeGetQuestionTopics(fields),
    makeRunFunnel(fields),
    makeQuery(fields),
    makeExportData(fields),
  ]
  return tools.map((tool) => ({ ...tool, outputSchema }))
}

const makeDescribeData = () => ({
  name: 'describe_data',
  title: 'What can be asked',
  description:
    'Every metric with its unit, formula and source, and the dimensions it can be grouped by.\nCall it before query.',
  inputSchema: z.object({
    about: z.enum(['metrics', 'dimensions', 'ranges']).optional().describe('Only this part'),
  }),
})

const makeComparePeriods = (fields: Fields) => ({
  name: 'compare_periods',
  title: 'Why a metric changed',
  description:
    'Splits the change of one metric between two periods by dimension, largest effect first, and says whether it is noise.\nUse it after get_overview shows a change.',
  inputSchema: z.object({
    site: fields.site,
    range: fields.range,
    compare: fields.compare,
    filters: fields.filters,
    metric: fields.metric.describe('Metric whose change is explained'),
    drivers: z.array(fields.dimension).min(1).max(3).optional().describe('Explain by these'),
    limit: fields.limit,
  }),
})

const makeGetQuestionTopics = (fields: Fields) => ({
  name: 'get_question_topics',
  title: 'Topics of questions',
  description:
    'What readers ask about, most asked first, with the change.\nUse it for content gaps and trends.',
  inputSchema: z.object({
    site: fields.site,
    range: fields.range,
    compare: fields.compare,
    page: z.string().max(1_024).optional().describe('Path; * at the end matches a prefix'),
    limit: fields.limit,
    cursor: fields.cursor,
  }),
})

const makeRunFunnel = (fields: Fields) => ({
  name: 'run_funnel',
  title: 'Funnel',
  description:
    'How many readers go from one step to the next within a day.\nUse it to see where readers are lost.',
  inputSchema: z.object({
    site: fields.site,
    range: fields.range,
    steps: z
      .array(
        z.object({
          kind: z.enum(['impression', 'ai_click', 'share', 'question', 'referral', 'pageview']),
          filters: fields.filters,
        }),
      )
      .min(2)
      .max(5)
      .describe('What a reader does, in this order'),
    splitBy: fields.splitBy,
  }),
})

const makeQuery = (fields: Fields) => ({
  name: 'query',
  title: 'Query',
  description:
    'Any metrics: fields.metrics by up to three dimensions, with OR filters: fields.filters and having.\nUse it when the other tools cannot say it; describe_data lists the words.',
  inputSchema: z.object({
    site: fields.site,
    range: fields.range,
    compare: fields.compare,
    filters: fields.filters,
    metrics: fields.metrics,
    dimensions: fields.dimensions,
    having: z
      .array(
        z.object({
          metric: fields.metric,
          op: z.enum(['gt', 'gte', 'lt', 'lte']).describe('How the value is compared'),
          value: z.number().describe('Bound'),
        }),
      )
      .max(5)
      .optional()
      .describe('Keeps groups whose metrics: fields.metrics all hold'),
    orderBy: fields.orderBy,
    limit: fields.limit,
    cursor: fields.cursor,
  }),
})

const makeExportData = (fields: Fields) => ({
  name: 'export_data',
  title: 'Export',
  description:
    'A link to a CSV or NDJSON file of any query, or of single events.\nUse it for more rows than an answer holds.',
  inputSchema: z.object({
    site: fields.site,
    range: fields.range,
    filters: fields.filters,
    metrics: fields.metrics,
    dimensions: fields.dimensions,
    format: z.enum(['csv', 'ndjson']).optional().describe('Format of the file; default csv'),
  }),
})
