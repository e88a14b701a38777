import * as z from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { Account, readAccount } from './read-account.ts'

/** The account for assistants: its name is fenced, since people of the organization choose it. */
export const getAccount = defineOperation({
  name: 'org.account',
  summary: 'The organization with its plan, seats, limits and usage',
  effect: 'read',
  access: { by: 'scope', anyOf: ['org:read'] },
  input: z.strictObject({}),
  output: Account.extend({ untrusted: z.array(z.string()) }),
  async handler({ app, db }) {
    const { account } = await readAccount(db, app.now())
    return { ...account, untrusted: ['name'] }
  },
})
