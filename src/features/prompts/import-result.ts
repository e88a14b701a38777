import * as z from 'zod'

/** The counts of created, updated, unchanged and failed records, and the reasons for the failed ones. */
export const ImportResult = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int().describe('Records that say what the prompt is already'),
  failed: z.int(),
  errors: z.array(
    z.object({
      index: z.int().describe('Of the record, from 0; blank lines count'),
      line: z.int().describe('The same from 1, as lines of a file are counted'),
      path: z.string().nullable().describe('null: it cannot be made out'),
      code: z.string().describe('VALIDATION_FAILED, MALFORMED_JSON or NOT_FOUND'),
      message: z.string(),
      fields: z.array(
        z.object({
          path: z.string(),
          code: z.string(),
          rule: z.string().optional().describe('Of the prompt policy, with PROMPT_POLICY'),
          message: z.string(),
        }),
      ),
    }),
  ),
})
