import * as z from 'zod'
import { ACCEPT_PATH } from '../features/members/invitation-mail.ts'
import { Invitation } from '../features/members/invitation.ts'
import { Member } from '../features/members/member.ts'
import { EndedRights } from '../kernel/rights/ended-rights.ts'
import { ROLES } from '../kernel/door/principal.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { createInvitation } from '../features/members/create-invitation.ts'
import { listInvitations } from '../features/members/list-invitations.ts'
import { removeMember } from '../features/members/change-member.ts'
import { deleteInvitation } from '../features/members/delete-invitation.ts'
import { listMembers } from '../features/members/list-members.ts'
import { allItems } from './all-items.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { serverUrl } from './server-url.ts'
import { withOperator, type Operator } from './operator.ts'
import { readEmail } from './read-email.ts'
import { formatTime, textTable } from './text-table.ts'

const Removed = z.object({ ended: EndedRights.optional() })

const Invited = Invitation.extend({ link: z.string().nullable(), mailed: z.boolean() })

/** Invites a person as the API does, and prints the link where no mail is set up. */
export const inviteMemberCommand: RunCommand = (input) => {
  const email = readEmail(input)
  const given = input.options['role'] ?? 'viewer'
  const role = ROLES.find((one) => one === given)
  if (!role) throw new CliError(`--role must be one of ${ROLES.join(', ')}`)
  return withOperator(
    input.options,
    async (operator, services, config) => {
      const invited = Invited.parse(await operator.call(createInvitation, { email, role }))
      await services.context.mailer?.onIdle()
      // The message was sent by now, or it failed.
      const listed = await allItems(operator, listInvitations, Invitation)
      const mail = listed.find(({ id }) => id === invited.id)?.mail
      return {
        data: { ...invited, mail },
        text: [
          `Invited ${email} to ${operator.organization.name} as ${role}, until ${formatTime(invited.expiresAt)} UTC.`,
          ...linkLines({ ...invited, mail }, serverUrl(config)),
        ].join('\n'),
      }
    },
    { url: serverUrl },
  )
}

function linkLines({ link, mail }: z.infer<typeof Invited>, url: string): string[] {
  if (link !== null) {
    return [
      `Link (shown this once): ${link}`,
      `What stands behind # is the token: POST ${url}${ACCEPT_PATH} {"token": "…", "password": "…"}`,
    ]
  }
  if (mail === 'sent') return ['The link was given to the mail server, and stands nowhere else.']
  return [`The mail was dropped (${mail}), so nobody has the link: invite again later.`]
}

/** Lists the members of an organization, and the people who are invited. */
export const listMembersCommand: RunCommand = ({ options }) =>
  withOperator(options, async (operator) => {
    const { members, invitations } = await peopleOf(operator)
    const rows = [
      ...members.map((one) => [
        one.id,
        one.email,
        one.role,
        one.proven ? 'active' : 'unproven',
        formatTime(one.lastSeenAt),
      ]),
      ...invitations.map(({ id, email, role, mail = 'waiting' }) => [
        id,
        email,
        role,
        mail === 'waiting' || mail === 'sent' ? 'invited' : `invited, mail ${mail}`,
        'never',
      ]),
    ]
    const text = textTable(['id', 'email', 'role', 'state', 'last seen (UTC)'], rows)
    return { data: { members, invitations }, text }
  })

/** Removes a member, or takes an invitation back, by id or address. */
export const removeMemberCommand: RunCommand = ({ options, positionals: [wanted = ''] }) =>
  withOperator(options, async (operator, services) => {
    const { members, invitations } = await peopleOf(operator)
    const address = wanted.trim().toLowerCase()
    const isMeant = ({ id, email }: { id: string; email: string }) =>
      id === wanted || email === address
    const member = members.find(isMeant)
    const invitation = member ? undefined : invitations.find(isMeant)
    const found = member ?? invitation
    if (!found) {
      throw new CliError(
        `${operator.organization.name} has no such member in ${services.database.file}; ${PROGRAM} member list has them`,
      )
    }
    const { id, email, role } = found
    const answer = await operator.call(member ? removeMember : deleteInvitation, { id })
    const { ended } = Removed.parse(answer)
    await services.context.mailer?.onIdle()
    return {
      data: { id, email, role, ...(ended && { ended }) },
      text: member
        ? `Removed ${email} (${role}); their sessions here, keys and invitations ended${pausedText(ended)}.`
        : `Took the invitation of ${email} back.`,
    }
  })

/** Returns a clause that says how many webhooks paused with a member's removal; empty where none did. */
const pausedText = ({ webhooksPaused = 0 }: Partial<EndedRights> = {}): string =>
  webhooksPaused === 0 ? '' : `, and ${pluralize(webhooksPaused, 'webhook')} paused`

async function peopleOf(operator: Operator) {
  return {
    members: await allItems(operator, listMembers, Member),
    invitations: await allItems(operator, listInvitations, Invitation),
  }
}
