import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import { pageParametersOf } from '../../../db/site/page-of-address.ts'
import { isTrackingParameter } from '../../domain/page/tracking-parameters.ts'
import { MAX_TOLD } from '../../lib/web/told-query.ts'

const MAX_NAME = 64

/**
 * The name of one parameter, decoded. It has no blank, since the tag of the widget separates several names by blanks.
 */
const Name = z
  .string()
  .max(MAX_NAME)
  .regex(/^[^\s,&=#\p{Cc}]+$/u, 'Must be the name of one parameter, such as id')
  .refine((name) => !isTrackingParameter(name), 'Tells where readers came from, and no page')

/** The parameters that tell the pages of a site apart, as the owner names them. */
export const QueryParametersInput = z
  .array(Name)
  .max(MAX_TOLD)
  .refine((names) => new Set(names).size === names.length, 'Names a parameter twice')
  .describe('Parameters of a query that tell pages apart, such as id; null is what scans learn')

/**
 * The parameters that tell the pages of a site apart, as a site shows them: those that the owner names, and those that
 * its last scan learned.
 */
export const queryParameterFields = {
  queryParameters: z.array(z.string()).nullable().describe('null is what scans learn'),
  learnedQueryParameters: z.array(z.string()).describe('Those that the last scan learned'),
}

type ParameterColumns = Pick<SiteRow, 'own_parameters' | 'learned_parameters'>

export function toQueryParameters(row: ParameterColumns) {
  const { own, learned } = pageParametersOf(row)
  return {
    queryParameters: own === null ? null : [...own],
    learnedQueryParameters: [...learned],
  }
}

/** Returns the column that stores the parameters an owner sent; an empty object where none were sent. */
export const queryParameterColumns = (
  names: z.output<typeof QueryParametersInput> | null | undefined,
): Partial<Pick<SiteRow, 'own_parameters'>> =>
  names === undefined ? {} : { own_parameters: names && JSON.stringify(names) }
