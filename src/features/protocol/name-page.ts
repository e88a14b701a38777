import * as z from 'zod'
import { cleanExcerpt } from '../../domain/ai-score/finding.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { readWebAddress } from '../../protocol/web-address.ts'

const MAX_GOAL_CHARS = 2_000

/** The address and host of a page, and the goal of a prompt about it. */
export const AskedPage = z.object({ url: z.string(), host: z.string(), goal: z.string() })

/** Reads the address of the page, which must be https, and the goal of a prompt that is to be written. */
export const nameAskedPage = defineOperation({
  name: 'protocol.namePage',
  summary: 'The page that a Cited Ask is to be written for',
  access: { by: 'public' },
  input: z.strictObject({
    url: z.string().min(1).max(2_048).describe('Address of the page, https'),
    goal: z.string().min(1).max(MAX_GOAL_CHARS).describe('What its readers want to know'),
  }),
  output: AskedPage,
  rules: [(_, { url }) => readPage(url)],
  async handler(_, { url, goal }) {
    const address = readPage(url)
    return { url: address.href, host: address.host, goal: cleanExcerpt(goal) }
  },
})

function readPage(text: string) {
  const address = readWebAddress(text.trim())
  if (address?.protocol === 'https:') return address
  throw invalidField('url', 'not_https', 'Give an https address without credentials')
}
