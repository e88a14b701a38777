import { ROLES } from '../../kernel/door/principal.ts'
import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'

export const MEMBER_COMMANDS: readonly Command[] = [
  {
    words: ['member', 'invite'],
    summary: 'Invite somebody by a link, which is shown once',
    options: {
      email: {
        value: 'ADDRESS',
        meaning: 'an address such as you@example.com',
        isRequired: true,
      },
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
