import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'

const ADJUSTMENT = {
  arguments: [{ name: 'AMOUNT', meaning: 'credits, a whole number' }],
  options: {
    org: ORGANIZATION_OPTION,
    reference: {
      value: 'TEXT',
      meaning: 'what it is for; the same one a second time changes nothing',
    },
    note: { value: 'TEXT', meaning: 'words for the ledger, which its people read' },
  },
} as const

export const CREDIT_COMMANDS: readonly Command[] = [
  {
    words: ['credits', 'show'],
    summary: 'Show the credits of an organization',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../show-credits.ts')).showCreditsCommand,
  },
  {
    words: ['credits', 'grant'],
    summary: 'Add credits to an organization, until they are spent',
    ...ADJUSTMENT,
    load: async () => (await import('../adjust-credits.ts')).grantCreditsCommand,
  },
  {
    words: ['credits', 'take'],
    summary: 'Take credits of an organization away',
    ...ADJUSTMENT,
    load: async () => (await import('../adjust-credits.ts')).takeCreditsCommand,
  },
]
