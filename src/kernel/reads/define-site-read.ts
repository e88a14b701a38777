import type * as z from 'zod'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { accessByScope, type BearerAccess } from '../door/access.ts'
import type { InputRule } from '../door/every-refusal.ts'
import { PathId, SiteReference } from '../door/inputs.ts'
import { defineFace } from '../door/operation-face.ts'
import { defineOperation, type Operation, type OrgContext } from '../door/operation.ts'
import type { Scope } from '../door/scopes.ts'
import { headsOf, SiteReferences } from '../names/meant-sites.ts'
import { anyRules, type OfSite } from './site-rules.ts'
import {
  filtersIn,
  faceInput,
  routedOn,
  type By,
  type Filters,
  type OnSurfaces,
  type ReadFields,
} from './fields.ts'
import { openQuestion, siteRules, type SiteQuestion } from './site-question.ts'
import { openSitesQuestion, questionOfSites, type SitesQuestion } from './sites-question.ts'

/** The form in which a read is answered on a further surface, at the same path below that surface's address. */
interface SiteAnswer<F extends ReadFields, Found> {
  /** The access rule on that surface, where it differs from that of the route. */
  access?: BearerAccess
  answer: z.ZodType
  readonly toAnswer: (found: Found, question: SiteQuestion, input: Filters<F>) => unknown
}

/**
 * The form in which a read is answered about several sites at once: by the same tool, and by a route whose path does
 * not name a site.
 */
interface SitesAnswer<
  F extends ReadFields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
> {
  summary: string
  /** True for a question that is answered by site even if it is about one site. */
  isAsked?(input: Filters<F>): boolean
  /** Further rules for a question about several sites. */
  rules?: readonly InputRule<OrgContext, OfSite & Filters<F>>[]
  read(question: SitesQuestion, input: Filters<F>): Promise<Found>
  answer: Answer
  toAnswer(found: Found, question: SitesQuestion, input: Filters<F>): z.input<Answer>
  toToolAnswer(
    found: Found,
    question: SitesQuestion,
    input: Filters<F>,
  ): z.input<ToolAnswer> | Promise<z.input<ToolAnswer>>
}

interface SiteRead<
  F extends ReadFields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
  FoundOfSites,
  AnswerOfSites extends z.ZodType,
> {
  name: string
  summary: string
  anyOf: readonly [Scope, ...Scope[]]
  withoutWords?: true
  /** The path of the route, with `:siteId`, or with `:id` for a read that has no rules. */
  path: `/${string}`
  /** The fields of the input, each for all faces or for some of them. */
  fields: F
  rules?: readonly InputRule<OrgContext, OfSite & Filters<F>>[]
  /** The rules of the tool, where they differ from those of the route. */
  toolRules?: readonly InputRule<OrgContext, OfSite & Filters<F>>[]
  read(question: SiteQuestion, input: Filters<F>): Promise<Found>
  /** The schema of the route's answer, which has whole numbers and objects. */
  answer: Answer
  toAnswer(
    found: Found,
    question: SiteQuestion,
    input: Filters<F>,
  ): z.input<Answer> | Promise<z.input<Answer>>
  /** The schema of the tool's answer, which a model reads: most often a `Table`. */
  toolAnswer: ToolAnswer
  toToolAnswer(
    found: Found,
    question: SiteQuestion,
    input: Filters<F>,
  ): z.input<ToolAnswer> | Promise<z.input<ToolAnswer>>
  alsoOn?: OnSurfaces<SiteAnswer<F, Found>>
  overSites?: SitesAnswer<F, FoundOfSites, AnswerOfSites, ToolAnswer>
}

/**
 * Declares a question about one site, once for REST and for MCP: a route and a tool that find the site, read the same
 * data and show it each in a form of its own. With `overSites`, the question may be asked about several sites.
 */
export function defineSiteRead<
  const F extends ReadFields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
  FoundOfSites = never,
  AnswerOfSites extends z.ZodType = z.ZodNever,
>(definition: SiteRead<F, Found, Answer, ToolAnswer, FoundOfSites, AnswerOfSites>): Operation {
  const { name, summary, path, fields, alsoOn = {}, overSites } = definition
  const parameter = path.includes(':siteId') ? 'siteId' : 'id'
  const open = openQuestion(parameter)
  const { rules = [], toolRules = rules } = definition
  const { route, tool } = siteRules(parameter)
  const asking =
    <T>(
      by: By,
      toAnswer: (found: Found, question: SiteQuestion, input: Filters<F>) => T | Promise<T>,
      minAskers?: number,
    ) =>
    async (ctx: OrgContext, input: Readonly<Record<string, unknown>>): Promise<T> => {
      const question = await open(ctx, input, by, minAskers)
      const filters = filtersIn(fields, input)
      return toAnswer(await definition.read(question, filters), question, filters)
    }
  const asRoute = {
    input: faceInput<object>('route', { before: { [parameter]: PathId }, fields }),
    rules: anyRules([...route, ...rules]),
  }
  // Other surfaces show only groups of at least MIN_ASKERS askers, as tools do for a model.
  const others = Object.entries(alsoOn).map(([surface, { access, answer, toAnswer }]) => {
    const handler = asking('route', toAnswer, MIN_ASKERS)
    return [surface, defineFace({ ...asRoute, access, output: answer, handler })] as const
  })
  const operation = defineOperation({
    name,
    summary,
    access: accessByScope(definition),
    http: { surface: routedOn(alsoOn), method: 'get', path },
    ...asRoute,
    output: definition.answer,
    handler: asking('route', (...all) => definition.toAnswer(...all)),
    faces: {
      mcp: defineFace({
        input: faceInput<object>('tool', {
          before: { site: overSites ? SiteReferences : SiteReference },
          fields,
        }),
        output: definition.toolAnswer,
        rules: anyRules([...tool, ...toolRules]),
        handler: overSites
          ? askingTool(definition, overSites)
          : asking('tool', (...all) => definition.toToolAnswer(...all)),
      }),
      ...Object.fromEntries(others),
    },
  })
  return overSites ? { ...operation, overSites: routeOverSites(definition, overSites) } : operation
}

/** Makes the function that answers the tool: about the one site that is meant, or about several. */
const askingTool =
  <
    F extends ReadFields,
    Found,
    Answer extends z.ZodType,
    ToolAnswer extends z.ZodType,
    FoundOfSites,
    AnswerOfSites extends z.ZodType,
  >(
    definition: SiteRead<F, Found, Answer, ToolAnswer, FoundOfSites, AnswerOfSites>,
    overSites: SitesAnswer<F, FoundOfSites, AnswerOfSites, ToolAnswer>,
  ) =>
  async (ctx: OrgContext, input: Readonly<Record<string, unknown>>) => {
    const { asked, meant } = await openSitesQuestion(ctx, input, 'tool')
    const filters = filtersIn(definition.fields, input)
    if ('only' in meant && !overSites.isAsked?.(filters)) {
      const question = { ...asked, site: meant.only }
      return definition.toToolAnswer(await definition.read(question, filters), question, filters)
    }
    const question = questionOfSites(asked, headsOf(meant))
    return overSites.toToolAnswer(await overSites.read(question, filters), question, filters)
  }

/** Declares the route of a read over several sites: its path does not name a site, and a parameter names the sites. */
function routeOverSites<
  F extends ReadFields,
  Found,
  Answer extends z.ZodType,
  ToolAnswer extends z.ZodType,
  FoundOfSites,
  AnswerOfSites extends z.ZodType,
>(
  definition: SiteRead<F, Found, Answer, ToolAnswer, FoundOfSites, AnswerOfSites>,
  overSites: SitesAnswer<F, FoundOfSites, AnswerOfSites, ToolAnswer>,
): Operation {
  const { name, path, fields, rules = [] } = definition
  return defineOperation({
    name: `${name}OverSites`,
    summary: overSites.summary,
    access: accessByScope(definition),
    http: { method: 'get', path: pathOverSites(path) },
    input: faceInput<object>('sites', { before: { site: SiteReferences }, fields }),
    rules: anyRules([...siteRules('siteId').tool, ...rules, ...(overSites.rules ?? [])]),
    output: overSites.answer,
    async handler(ctx, input) {
      const { asked, meant } = await openSitesQuestion(ctx, input as SentFields, 'route')
      const filters = filtersIn(fields, input as SentFields)
      const heads = headsOf(meant)
      const question = questionOfSites(asked, heads)
      return overSites.toAnswer(await overSites.read(question, filters), question, filters)
    },
  })
}

type SentFields = Readonly<Record<string, unknown>>

/** Returns the path of a read of one site without the part that names the site. */
export const pathOverSites = (path: `/${string}`): `/${string}` =>
  // @NOTE what is left of a path begins with a slash too.
  path.replace('/:siteId', '') as `/${string}`
