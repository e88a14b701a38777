import type * as z from 'zod'
import type { InputRule } from '../every-refusal.ts'
import { PathId, SiteReference } from '../inputs.ts'
import { defineFace } from '../operation-face.ts'
import { defineOperation, type Operation, type OrgContext } from '../operation.ts'
import type { Scope } from '../scopes.ts'
import type { OfSite } from '../site-rules.ts'
import { inputOf, type Fields, type Filters } from './fields.ts'
import { anyRules } from './list-operation.ts'
import { openQuestion, siteRules, type SiteQuestion } from './site-question.ts'

interface SiteRead<
  F extends Fields,
  R extends Fields,
  T extends Fields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
> {
  name: string
  summary: string
  anyOf: readonly [Scope, ...Scope[]]
  /** With `:siteId`, or `:id` for a read that has no rules. */
  path: `/${string}`
  /** The fields that every face takes. */
  fields: F
  /** Fields that one face alone has; each says why. */
  only?: { route?: R; tool?: T }
  rules?: readonly InputRule<OrgContext, OfSite & Filters<F, R, T>>[]
  /** The rules of the tool, where they are others. */
  toolRules?: readonly InputRule<OrgContext, OfSite & Filters<F, R, T>>[]
  read(question: SiteQuestion, input: Filters<F, R, T>): Promise<Found>
  /** The route answers whole numbers and objects. */
  answer: Answer
  toAnswer(
    found: Found,
    question: SiteQuestion,
    input: Filters<F, R, T>,
  ): z.input<Answer> | Promise<z.input<Answer>>
  /** The tool answers what a model reads, most often a `Table`. */
  toolAnswer: ToolAnswer
  toToolAnswer(
    found: Found,
    question: SiteQuestion,
    input: Filters<F, R, T>,
  ): z.input<ToolAnswer> | Promise<z.input<ToolAnswer>>
}

/**
 * Declares a question about one site with one answer, once for REST and for MCP: a route and a tool that find the site,
 * read the same and show it in a form of their own.
 */
export function defineSiteRead<
  const F extends Fields,
  const R extends Fields,
  const T extends Fields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
>(definition: SiteRead<F, R, T, Found, Answer, ToolAnswer>): Operation {
  const { name, summary, anyOf, path, fields, only } = definition
  const parameter = path.includes(':siteId') ? 'siteId' : 'id'
  const open = openQuestion(parameter)
  const { rules = [], toolRules = rules } = definition
  const { route, tool } = siteRules(parameter)
  // @NOTE the input was parsed with the schemas of these fields.
  const filtersOf = (input: Readonly<Record<string, unknown>>) => input as Filters<F, R, T>
  return defineOperation({
    name,
    summary,
    effect: 'read',
    access: { by: 'scope', anyOf },
    http: { surface: 'api', method: 'get', path },
    input: inputOf<object>({ [parameter]: PathId, ...fields, ...only?.route }),
    output: definition.answer,
    rules: anyRules([...route, ...rules]),
    async handler(ctx, { [parameter]: siteId, ...input }) {
      const question = await open(ctx, { [parameter]: siteId }, 'route')
      const filters = filtersOf(input)
      return definition.toAnswer(await definition.read(question, filters), question, filters)
    },
    faces: {
      mcp: defineFace({
        input: inputOf<{ site?: string }>({ site: SiteReference, ...fields, ...only?.tool }),
        output: definition.toolAnswer,
        rules: anyRules([...tool, ...toolRules]),
        async handler(ctx: OrgContext, { site, ...input }) {
          const question = await open(ctx, { site }, 'tool')
          const filters = filtersOf(input)
          return definition.toToolAnswer(
            await definition.read(question, filters),
            question,
            filters,
          )
        },
      }),
    },
  })
}
