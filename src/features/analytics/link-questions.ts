import * as z from 'zod'
import { assertMark } from '../../kernel/door/byte-order-mark.ts'
import { openSitesQuestion, questionOfSites } from '../../kernel/reads/sites-question.ts'
import { SiteReferences } from '../../kernel/names/meant-sites.ts'
import type { QuestionFilter } from '../../../db/search/question-conditions.ts'
import { questionArguments, readQuestionFilter, wordsOf } from '../questions/face.ts'
import { notesOnUnseen } from '../../kernel/names/unseen-values.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { Range } from '../../kernel/reads/range.ts'
import { Link, makeLink, makeSitesLink } from './linked-export.ts'
import { pathRule, rangeRule } from '../../kernel/reads/site-rules.ts'

const Input = z.strictObject({
  site: SiteReferences,
  ...questionArguments,
  range: Range,
  format: z.enum(['csv', 'ndjson']).default('csv').describe('Of the file'),
  bom: z.boolean().default(false).describe('For Excel'),
})

type Asked = Omit<z.output<typeof Input>, 'range'> & { range?: string | undefined }

/** Returns a link to a file of questions, as readers wrote them, redacted. */
export const linkQuestions = defineOperation({
  name: 'questions.exportLink',
  summary: 'A link to a file of questions',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Link,
  rules: [rangeRule, pathRule, (_, input) => assertMark(input)],
  handler: linkWords,
})

/** Makes a link to a file of questions. */
export async function linkWords(
  ctx: OrgContext,
  { site: names, range, format, bom, ...asked }: Asked,
) {
  const { asked: base, meant } = await openSitesQuestion(ctx, { site: names }, 'tool')
  const isNarrowed = Object.values(asked).some((value) => value !== undefined)
  assertMark({ format, bom })
  const queryOf = (only: QuestionFilter) =>
    ({
      rows: 'questions',
      ...(range !== undefined && { range }),
      format,
      ...(bom && { bom: '1' as const }),
      ...(isNarrowed && { only }),
    }) as const
  if ('several' in meant) {
    // Each site reads the path by itself, when its rows are read.
    const only = { ...wordsOf(asked), path: asked.path }
    return makeSitesLink(questionOfSites(base, meant.several), names, queryOf(only))
  }
  const site = meant.only
  const { filter, notes, named } = await readQuestionFilter(site, asked)
  const link = await makeLink(ctx, site, queryOf(filter), notes)
  const unseen = link.rows === 0 ? await notesOnUnseen(site, named) : []
  return unseen.length === 0 ? link : { ...link, notes: [...(link.notes ?? []), ...unseen] }
}
