import * as z from 'zod'
import { citationEngineNamed } from '../../../domain/citations/engine-named.ts'
import { CITATION_ENGINES, type CitationEngine } from '../../../domain/citations/engines.ts'
import { cleanQueryLine, hasSeenWords, QUERY_CHARS } from '../../../domain/citations/query-text.ts'
import { assignedCountry } from '../../../domain/events/countries.ts'
import { SiteLanguage } from '../../../kernel/door/inputs.ts'

export const INTENTS = ['informational', 'comparison', 'transactional', 'navigational'] as const

/** The most characters of an engine's name; no engine has a longer one, so a longer text is not looked up. */
const MAX_ENGINE_CHARS = 64
const MAX_TAG_CHARS = 40
const MAX_CODE_CHARS = 8

const isEngine = (name: string): name is CitationEngine =>
  CITATION_ENGINES.some((engine) => engine === name)

export const EngineField = z
  .string()
  .max(MAX_ENGINE_CHARS)
  .overwrite((name) => citationEngineNamed(name) ?? name)
  .refine(isEngine, `Must be one of ${CITATION_ENGINES.join(', ')}`)

const SEEN = 'Must be one line with words, without characters that nobody sees'

export const TagField = z
  .string()
  .overwrite((tag) => cleanQueryLine(tag, MAX_TAG_CHARS).toLowerCase())
  .min(1)
  .max(MAX_TAG_CHARS)
  .refine(hasSeenWords, SEEN)

/** Returns a language tag in its canonical spelling; undefined for a text that is not a BCP 47 tag. */
function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The fields of a query that a person sets, both when they make it and when they change it. */
export const queryFields = {
  text: z
    .string()
    .overwrite((text) => cleanQueryLine(text, QUERY_CHARS.max))
    .min(QUERY_CHARS.min)
    .max(QUERY_CHARS.max)
    .refine(hasSeenWords, SEEN)
    .describe('What engines are asked, in one line'),
  tags: z.array(TagField).max(10).describe('In lower case'),
  intent: z.enum(INTENTS),
  engines: z
    .array(EngineField)
    .min(1)
    .max(CITATION_ENGINES.length)
    .nullable()
    .describe(
      `Only these: ${CITATION_ENGINES.join(', ')}, or names such as ChatGPT; null: all of a run`,
    ),
  country: z
    .string()
    .max(MAX_CODE_CHARS)
    .overwrite((code) => assignedCountry(code) ?? code)
    .refine((code) => assignedCountry(code) === code, 'Must be a country such as DE (ISO 3166)')
    .nullable()
    .describe('From where it is asked, as two letters'),
  language: SiteLanguage.overwrite((tag) => canonicalLanguage(tag) ?? tag)
    .refine((tag) => canonicalLanguage(tag) !== undefined, 'Must be a BCP 47 tag')
    .nullable()
    .describe('BCP 47 tag such as pt-BR'),
  enabled: z.boolean().describe('Whether runs ask it'),
}

/** A query that is not stored yet. */
export const NewQuery = z.strictObject({
  text: queryFields.text,
  tags: queryFields.tags.default([]),
  intent: queryFields.intent.default('informational'),
  engines: queryFields.engines.default(null),
  country: queryFields.country.default(null),
  language: queryFields.language.default(null),
  enabled: queryFields.enabled.default(true),
})
export type NewQuery = z.output<typeof NewQuery>

/** The changes of a query: a field that is left out stays. */
export const QueryChanges = z.object(queryFields).partial()
export type QueryChanges = z.output<typeof QueryChanges>
