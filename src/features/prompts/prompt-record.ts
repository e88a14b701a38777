import * as z from 'zod'
import { editFields } from './prompt-edit.ts'

/** The prompts of a page as import and export write them. */
export const PromptRecord = z
  .strictObject({
    path: z.string().min(1).max(1_024).describe('Of a page that the site has'),
    ...editFields,
    templates: z.array(editFields.templates.unwrap().element).max(10),
  })
  .meta({ id: 'PromptRecord' })
export type PromptRecord = z.output<typeof PromptRecord>
