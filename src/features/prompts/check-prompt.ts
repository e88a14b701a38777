import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { OfferedQuestion } from '../../domain/prompts/question.ts'
import { editFields } from './prompt-edit.ts'
import { ShownTemplate, showTemplate } from './prompt.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { loadEditor } from './load-editor.ts'

const { templates, questions, primaryKind } = editFields

const Problem = z.object({
  path: z.string().describe('Field of the body'),
  code: z.string(),
  rule: z.string().optional().describe('Of the prompt policy, with the code PROMPT_POLICY'),
  message: z.string(),
})

/**
 * POST /prompts/:siteId/check: returns the prompt that readers would see with the sent words, which are not stored, and
 * why PUT would refuse them. It writes nothing, so it takes no Idempotency-Key and needs no right to write; it is a
 * POST since words are too long for an address.
 */
export const checkPrompt = defineOperation({
  name: 'prompts.check',
  summary: 'Try words of a prompt on a page: resolved texts, findings, lengths; nothing is stored',
  effect: 'read',
  access: { by: 'scope', anyOf: ['prompts:read'] },
  http: { method: 'post', path: '/prompts/:siteId/check', idempotency: 'none' },
  input: z.strictObject({
    siteId: PathId,
    pageId: PathId.describe('The page whose words fill the placeholders'),
    templates: templates.describe('In place of the stored ones'),
    questions,
    primaryKind,
  }),
  output: z.object({
    pageId: z.string(),
    language: z.string().describe('BCP 47, of the texts'),
    ok: z.boolean().describe('False where PUT /prompts/:pageId would refuse these words'),
    problems: z.array(Problem).describe('Why it would, as the fields of its 422'),
    templates: z.array(ShownTemplate),
    questions: z.array(OfferedQuestion),
  }),
  async handler({ app, db }, { siteId, pageId, ...edit }) {
    const site = await findSiteById(db, siteId)
    const [page] = await site.prompts.pagesById([pageId])
    if (!page) throw notFound('page')
    const { begin, previewEdit } = await loadEditor()
    const preview = await previewEdit(await begin(app, site, page), edit)
    return {
      pageId,
      language: preview.language,
      ok: preview.problems.length === 0,
      problems: preview.problems,
      templates: preview.templates.map((template) => showTemplate(template, preview.targets)),
      questions: [...preview.questions],
    }
  },
})
