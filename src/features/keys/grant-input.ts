import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { ALL_SCOPES } from '../../kernel/door/scopes.ts'
import { MAX_SITES } from './key-input.ts'

/** The scopes that a grant may have. Assistants only read, so no grant has a scope that writes, or `*`. */
const GRANTED_SCOPES = ALL_SCOPES.filter((scope) => scope.endsWith(':read'))

/** The rights of a grant that can be changed; a right that is left out stays. */
export const GrantRights = z.object({
  scopes: z
    .array(z.enum(GRANTED_SCOPES))
    .min(1)
    .max(GRANTED_SCOPES.length)
    .optional()
    .describe('What the assistant may read'),
  siteIds: z
    .array(PathId)
    .min(1)
    .max(MAX_SITES)
    .nullable()
    .optional()
    .describe('Ids of the sites that it is for; null is every site, also those that come later'),
  readersWords: z.boolean().optional().describe('Whether it may read what readers wrote'),
})
