import * as z from 'zod'
import { assertMayReadWords } from '../../kernel/door/access.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { pathRule } from '../../kernel/reads/site-rules.ts'
import { questionArguments } from '../questions/face.ts'
import { linkedFields, linkNumbers, linkRules } from './link-export.ts'
import { linkWords } from './link-questions.ts'
import { Link } from './linked-export.ts'

const Input = z.strictObject({
  ...linkedFields,
  rows: z
    .enum(['query', 'events', 'questions'])
    .optional()
    .describe('query: metrics by dimensions; events: each event; questions: of readers'),
  ...questionArguments,
})
type Asked = z.output<typeof Input>

/**
 * Returns the kind of rows that are asked for. If `rows` is absent, that is questions where an argument narrows only
 * questions, else query.
 */
const rowsOf = ({ rows, path, engine, query }: Asked): NonNullable<Asked['rows']> =>
  rows ?? ((path ?? engine ?? query) === undefined ? 'query' : 'questions')

/** Returns a link to a file of numbers, events or questions, for the server whose callers may read all three. */
export const linkDownload = defineOperation({
  name: 'analytics.downloadLink',
  summary: 'A link to a file of numbers, events or questions',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: Input,
  output: Link,
  rules: [
    ...linkRules.map(
      (rule): InputRule<OrgContext, Asked> =>
        (ctx, input) =>
          rule(ctx, { ...input, rows: rowsOf(input) }),
    ),
    pathRule,
    (_, input) => assertFits(input),
  ],
  async handler(ctx, input) {
    assertFits(input)
    const { path, engine, query, ...asked } = input
    const { site, range, format, bom } = asked
    const rows = rowsOf(input)
    if (rows !== 'questions') return linkNumbers(ctx, { ...asked, rows })
    assertMayReadWords(ctx.principal)
    return linkWords(ctx, { site, range, format, bom, path, engine, query })
  },
})

/** Throws VALIDATION_FAILED for an argument that rows of the asked kind do not have. */
function assertFits(input: Asked): void {
  const { path, engine, query, dimensions, metrics = [], filters } = input
  const rows = rowsOf(input)
  const isWords = rows === 'questions'
  const others = isWords ? { dimensions, metrics, filters } : { path, engine, query }
  const [wrong] = Object.entries(others).filter(([, value]) => (value?.length ?? 0) > 0)
  if (!wrong) return
  const [name] = wrong
  const hint = isWords ? 'narrow questions by path, engine and query' : 'narrow them by filters'
  throw invalidField(name, 'illegal_pair', `${name} does not go with rows ${rows}; ${hint}`)
}
