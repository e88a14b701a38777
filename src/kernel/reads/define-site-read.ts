import type * as z from 'zod'
import type { InputRule } from '../door/every-refusal.ts'
import { PathId, SiteReference } from '../door/inputs.ts'
import { defineFace } from '../door/operation-face.ts'
import { defineOperation, type Operation, type OrgContext } from '../door/operation.ts'
import type { Scope } from '../door/scopes.ts'
import type { OfSite } from './site-rules.ts'
import { filtersIn, faceInput, type ReadFields, type Filters } from './fields.ts'
import { anyRules } from './list-operation.ts'
import { openQuestion, siteRules, type SiteQuestion } from './site-question.ts'

interface SiteRead<
  F extends ReadFields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
> {
  name: string
  summary: string
  anyOf: readonly [Scope, ...Scope[]]
  /** With `:siteId`, or `:id` for a read that has no rules. */
  path: `/${string}`
  /** The fields, as every face takes them or as one does. */
  fields: F
  rules?: readonly InputRule<OrgContext, OfSite & Filters<F>>[]
  /** The rules of the tool, where they are others. */
  toolRules?: readonly InputRule<OrgContext, OfSite & Filters<F>>[]
  read(question: SiteQuestion, input: Filters<F>): Promise<Found>
  /** The route answers whole numbers and objects. */
  answer: Answer
  toAnswer(
    found: Found,
    question: SiteQuestion,
    input: Filters<F>,
  ): z.input<Answer> | Promise<z.input<Answer>>
  /** The tool answers what a model reads, most often a `Table`. */
  toolAnswer: ToolAnswer
  toToolAnswer(
    found: Found,
    question: SiteQuestion,
    input: Filters<F>,
  ): z.input<ToolAnswer> | Promise<z.input<ToolAnswer>>
}

/**
 * Declares a question about one site with one answer, once for REST and for MCP: a route and a tool that find the site,
 * read the same and show it in a form of their own.
 */
export function defineSiteRead<
  const F extends ReadFields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
>(definition: SiteRead<F, Found, Answer, ToolAnswer>): Operation {
  const { name, summary, anyOf, path, fields } = definition
  const parameter = path.includes(':siteId') ? 'siteId' : 'id'
  const open = openQuestion(parameter)
  const { rules = [], toolRules = rules } = definition
  const { route, tool } = siteRules(parameter)
  return defineOperation({
    name,
    summary,
    effect: 'read',
    access: { by: 'scope', anyOf },
    http: { surface: 'api', method: 'get', path },
    input: faceInput<object>('route', { before: { [parameter]: PathId }, fields }),
    output: definition.answer,
    rules: anyRules([...route, ...rules]),
    async handler(ctx, input) {
      const question = await open(ctx, input, 'route')
      const filters = filtersIn(fields, input)
      return definition.toAnswer(await definition.read(question, filters), question, filters)
    },
    faces: {
      mcp: defineFace({
        input: faceInput<{ site?: string }>('tool', { before: { site: SiteReference }, fields }),
        output: definition.toolAnswer,
        rules: anyRules([...tool, ...toolRules]),
        async handler(ctx: OrgContext, input) {
          const question = await open(ctx, input, 'tool')
          const filters = filtersIn(fields, input)
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
