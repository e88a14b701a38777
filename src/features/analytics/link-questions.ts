import * as z from 'zod'
import { assertMark } from '../../kernel/door/byte-order-mark.ts'
import { SiteReference } from '../../kernel/door/inputs.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { questionArguments, readQuestionFilter } from '../questions/face.ts'
import { notesOnUnseen } from '../../kernel/names/unseen-values.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { Range } from '../../kernel/reads/range.ts'
import { Link, makeLink } from './linked-export.ts'
import { pathRule, rangeRule } from '../../kernel/reads/site-rules.ts'

const Input = z.strictObject({
  site: SiteReference,
  ...questionArguments,
  range: Range,
  format: z.enum(['csv', 'ndjson']).default('csv').describe('Of the file'),
  bom: z.boolean().default(false).describe('For Excel'),
})

/** Answers a link to a file of questions, as readers wrote them, redacted. */
export const linkQuestions = defineOperation({
  name: 'questions.exportLink',
  summary: 'A link to a file of questions',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Link,
  rules: [rangeRule, pathRule, (_, input) => assertMark(input)],
  async handler(ctx, { site: reference, range, format, bom, ...asked }) {
    const site = await findSite(ctx.db, reference)
    const { filter, notes, named } = await readQuestionFilter(site, asked)
    const isNarrowed = Object.values(asked).some((value) => value !== undefined)
    assertMark({ format, bom })
    const query = {
      rows: 'questions',
      range,
      format,
      ...(bom && { bom: '1' as const }),
      ...(isNarrowed && { only: filter }),
    } as const
    const link = await makeLink(ctx, site, query, notes)
    const unseen = link.rows === 0 ? await notesOnUnseen(site, named) : []
    return unseen.length === 0 ? link : { ...link, notes: [...(link.notes ?? []), ...unseen] }
  },
})
