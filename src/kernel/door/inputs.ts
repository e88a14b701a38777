import * as z from 'zod'
import { ANSWER_TOKENS } from '../reads/token-budget.ts'

/** Fields that several operations take, with the words that a model reads. */

export const SiteReference = z.string().min(1).max(2_048).optional().describe('Name, domain or id')

const MAX_STARS = 5

export const PagePath = z
  .string()
  .min(1)
  .max(2_048)
  .refine((path) => (path.match(/\*+/g)?.length ?? 0) <= MAX_STARS, {
    message: `At most ${MAX_STARS} *`,
  })
  .describe('Path, address or title; * is any text')

/**
 * A page's path as the end of a URI, with or without a slash at its beginning. Two slashes would be read as an address.
 */
export const UriPath = z
  .string()
  .max(2_048)
  .overwrite((path) => `/${path.replace(/^\/+/, '')}`)
  .describe('Path of a page')

/** The number of rows of one page; a longer list goes on with a cursor, on every surface. */
export const PageLimit = z.int().min(1).max(100).describe('Rows')

export const DefaultPageLimit = PageLimit.default(25)

export const Cursor = z.string().max(2_000).optional().describe('The last nextCursor')

export const MaxTokens = z
  .int()
  .min(1_000)
  .max(20_000)
  .default(ANSWER_TOKENS)
  .describe('Of the answer')

/** The fields of a tool for the size of a page of its table, and for the place where the page begins. */
export const tablePage = { limit: DefaultPageLimit, cursor: Cursor, maxTokens: MaxTokens }

export const SearchText = z.string().trim().min(1).max(300)

/** The id in a path, of at most 64 characters. An id that no row has gets NOT_FOUND, in any form. */
export const PathId = z.string().min(1).max(64)

export const SiteLanguage = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,3}$/, 'Must be a BCP 47 tag such as en or pt-BR')

/** Hours for which a replaced key or secret goes on working. */
export const OverlapHours = z.int().min(0).max(168).default(24)
