import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../../../examples/client/citable.ts'
import { Ago } from '../../parts/ago.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ToolSelect } from '../../parts/tool-fields.tsx'
import { call } from '../../request.ts'
import { navigate } from '../../router.ts'
import { useMay } from '../../rights.ts'
import { readSession, session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import { useRows } from '../../use-rows.ts'
import { Invitations } from './invitations.tsx'
import { MEMBER_ROLES, type MemberRole } from './roles.ts'

type Member = Answer<'GET /org/members'>['data'][number]

/** Shows the people of the organization, with what each may do. */
export function TeamPage(): JSX.Element {
  const members = useRows('GET /org/members', { query: { limit: 100 } })
  const org = useData('GET /org')
  const may = useMay()
  const [leaving, setLeaving] = useState<Member | undefined>()
  const seats = org.answer?.data.seats
  return (
    <>
      <PageHead
        title={t.team.title}
        lead={t.team.lead}
        note={seats && t.team.seats(seats.used, seats.limit)}
      />
      <WhenLoaded of={members}>
        {() => <MemberTable members={members.rows} onRole={members.reload} onLeave={setLeaving} />}
      </WhenLoaded>
      <MoreRows of={members} name={t.team.more} />
      {may('GET /org/invitations') && <Invitations onInvited={org.reload} />}
      {leaving && (
        <Leaving
          member={leaving}
          onDone={() => {
            members.reload()
            org.reload()
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

interface TableProps {
  members: readonly Member[]
  onRole: () => void
  onLeave: (member: Member) => void
}

function MemberTable({ members, onRole, onLeave }: TableProps): JSX.Element {
  const may = useMay()
  const current = useStore(session)
  const ownId = 'me' in current ? current.me.user.id : ''
  return (
    <table class="fold">
      <thead>
        <tr>
          <th scope="col">{t.team.person}</th>
          <th scope="col">{t.team.role}</th>
          <th scope="col">{t.team.seen}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <th scope="row" class="full">
              <bdi>{member.email}</bdi>{' '}
              {member.userId === ownId && <span class="note">{t.team.you}</span>}
              {!member.proven && <span class="warn"> {t.team.unproven}</span>}
            </th>
            <td>
              {may('PUT /org/members/{id}') ? (
                <RoleOf member={member} isOwn={member.userId === ownId} onChanged={onRole} />
              ) : (
                (t.roles[member.role] ?? member.role)
              )}
            </td>
            <td class="quiet">
              {member.lastSeenAt === null ? t.team.never : <Ago when={member.lastSeenAt} />}
            </td>
            <td class="tight">
              {(member.userId === ownId || may('PUT /org/members/{id}')) && (
                <button type="button" class="plain ends-it" onClick={() => onLeave(member)}>
                  {member.userId === ownId ? t.team.leave : t.team.remove}
                  <span class="unseen"> {member.email}</span>
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RoleProps {
  member: Member
  isOwn: boolean
  onChanged: () => void
}

/**
 * Shows the choice of a member's role, with a button that applies it: a choice that is passed by keyboard changes
 * nothing.
 */
function RoleOf({ member, isOwn, onChanged }: RoleProps): JSX.Element {
  const [role, setRole] = useState<MemberRole>(member.role)
  useEffect(() => setRole(member.role), [member.role])
  const form = useForm([], async () => {
    await call('PUT /org/members/{id}', { path: { id: member.id }, body: { role } })
    onChanged()
    if (isOwn) await readSession()
  })
  return (
    <form class="tools" onSubmit={form.onSubmit}>
      <ToolSelect
        label={`${t.team.role}: ${member.email}`}
        value={role}
        options={MEMBER_ROLES.map((value) => ({ value, label: t.roles[value] ?? value }))}
        onValue={(value) => setRole(MEMBER_ROLES.find((one) => one === value) ?? member.role)}
      />
      {role !== member.role && (
        <button disabled={form.isBusy}>
          {t.team.change}
          <span class="unseen"> {member.email}</span>
        </button>
      )}
      <Fault error={form.error} />
    </form>
  )
}

interface LeavingProps {
  member: Member
  onDone: () => void
  onClose: () => void
}

function Leaving({ member, onDone, onClose }: LeavingProps): JSX.Element {
  const current = session.get()
  const isOwn = 'me' in current && current.me.user.id === member.userId
  const leave = async (): Promise<void> => {
    await call('DELETE /org/members/{id}', { path: { id: member.id } })
    if (!isOwn) {
      onDone()
      return
    }
    await readSession()
    navigate('sites')
  }
  return (
    <Confirm
      title={`${isOwn ? t.team.leave : t.team.remove}: ${member.email}`}
      text={isOwn ? t.team.leaveText : t.team.removeText}
      button={isOwn ? t.team.leave : t.team.remove}
      isGrave
      run={leave}
      onClose={onClose}
    />
  )
}
