import * as z from 'zod/v4'
import { makeFields, makeTable } from './data-fields.ts'
import type { BaselineTool } from './baseline-tool.ts'
import { makeExplainingTools } from './explaining-tools.ts'

/**
 * The tools of `/mcp/data`, written the plain SDK way.
 * Every call makes new schemas; parts used by several tools are made once a call.
 */
export function makeTools(): BaselineTool[] {
  return [...makeAnalyticsTools(), ...makeExplainingTools(), ...makeLookupTools()]
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
