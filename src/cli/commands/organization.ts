import { ROLES } from '../../kernel/door/principal.ts'
import { PLANS } from '../../kernel/plan/plans.ts'
import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './shared.ts'

const EMAIL = {
  value: 'ADDRESS',
  meaning: 'an address such as you@example.com',
  isRequired: true,
}

const PASSWORD_STDIN = {
  meaning: 'reads the password from standard input; without it one is made up and shown once',
}

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

/** Commands for an organization: its owner and plan, its credits, its people. */
export const ORGANIZATION_COMMANDS: readonly Command[] = [
  {
    words: ['setup'],
    summary: 'Print a link that makes the owner of a new server',
    load: async () => (await import('../setup.ts')).setupCommand,
  },
  {
    words: ['owner', 'create'],
    summary: 'Make an organization with its owner',
    options: {
      email: EMAIL,
      org: {
        value: 'NAME',
        meaning: 'the name of the organization; needed where there is one already',
      },
      plan: { value: 'PLAN', meaning: `one of ${PLANS.join(', ')}` },
      'password-stdin': PASSWORD_STDIN,
    },
    load: async () => (await import('../create-owner.ts')).createOwnerCommand,
  },
  {
    words: ['owner', 'reset-password'],
    summary: 'Give a person a new password, and end their sessions',
    options: {
      email: EMAIL,
      'password-stdin': PASSWORD_STDIN,
      org: ORGANIZATION_OPTION,
      link: { meaning: 'prints a link by which the person sets one; nothing changes until then' },
    },
    load: async () => (await import('../reset-password.ts')).resetPasswordCommand,
  },
  {
    words: ['org', 'list'],
    summary: 'List the organizations',
    load: async () => (await import('../list-organizations.ts')).listOrganizationsCommand,
  },
  {
    words: ['org', 'plan'],
    summary: 'Put an organization on another plan',
    arguments: [{ name: 'PLAN', meaning: `one of ${PLANS.join(', ')}` }],
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../plans.ts')).changePlanCommand,
  },
  {
    words: ['org', 'cancel'],
    summary: 'End the plan of an organization; it has the limits of free then',
    options: {
      until: {
        value: 'WHEN',
        meaning:
          'when it ends, such as 30d or 2027-01-31; by default with what is paid for, or at once',
      },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../plans.ts')).cancelPlanCommand,
  },
  {
    words: ['org', 'resume'],
    summary: 'Take the end of a plan back that has not come yet',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../plans.ts')).resumePlanCommand,
  },
  {
    words: ['credits', 'show'],
    summary: 'Show the credits of an organization',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../credits.ts')).showCreditsCommand,
  },
  {
    words: ['credits', 'grant'],
    summary: 'Add credits to an organization, until they are spent',
    ...ADJUSTMENT,
    load: async () => (await import('../credits.ts')).grantCreditsCommand,
  },
  {
    words: ['credits', 'take'],
    summary: 'Take credits of an organization away',
    ...ADJUSTMENT,
    load: async () => (await import('../credits.ts')).takeCreditsCommand,
  },
  {
    words: ['member', 'invite'],
    summary: 'Invite somebody by a link, which is shown once',
    options: {
      email: EMAIL,
      role: { value: 'ROLE', meaning: `one of ${ROLES.join(', ')}; viewer by default` },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../members.ts')).inviteMemberCommand,
  },
  {
    words: ['member', 'list'],
    summary: 'List the people of an organization, and who is invited',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../members.ts')).listMembersCommand,
  },
  {
    words: ['member', 'remove'],
    summary:
      'Remove somebody, or take their invitation back; keys that they made end, and webhooks pause',
    arguments: [{ name: 'ID|ADDRESS', meaning: 'the person, as member list shows them' }],
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../members.ts')).removeMemberCommand,
  },
]
