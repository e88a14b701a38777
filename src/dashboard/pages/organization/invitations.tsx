import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Ago } from '../../parts/ago.tsx'
import { CopyBox } from '../../parts/copy-box.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'
import { useRows } from '../../use-rows.ts'
import { MEMBER_ROLES, type MemberRole } from './roles.ts'

/** Shows who is invited, and the form that invites. */
export function Invitations({ onInvited }: { onInvited: () => void }): JSX.Element {
  const invitations = useRows('GET /org/invitations', { query: { limit: 100 } })
  const [error, setError] = useState<unknown>()
  const [made, setMade] = useState<Made | undefined>()
  const changed = (): void => {
    invitations.reload()
    onInvited()
  }
  const takeBack = async (id: string): Promise<void> => {
    setError(undefined)
    try {
      await call('DELETE /org/invitations/{id}', { path: { id } })
      // Its link works no more.
      if (made?.id === id) setMade(undefined)
    } catch (thrown) {
      setError(thrown)
    }
    changed()
  }
  return (
    <>
      <section aria-label={t.team.invited}>
        <h2>{t.team.invited}</h2>
        <Fault error={error} />
        <WhenLoaded of={invitations} rows={1}>
          {() =>
            invitations.rows.length === 0 ? (
              <p class="note">{t.team.noInvitations}</p>
            ) : (
              <ul class="rows">
                {invitations.rows.map(({ id, email, role, mail, expiresAt }) => (
                  <li key={id} class="line">
                    <span>
                      <bdi>{email}</bdi> <span class="note">{t.roles[role]}</span>{' '}
                      <span class="note">
                        {mail !== undefined && `${t.team.mail[mail] ?? mail}, `}
                        {t.team.ends} <Ago when={expiresAt} />
                      </span>
                    </span>
                    <button type="button" class="plain ends-it" onClick={() => void takeBack(id)}>
                      {t.team.takeBack}
                      <span class="unseen"> {email}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </WhenLoaded>
        <MoreRows of={invitations} name={t.team.moreInvited} />
      </section>
      <Invite
        made={made}
        onMade={(next) => {
          setMade(next)
          if (next) changed()
        }}
      />
    </>
  )
}

interface Made {
  id: string
  /** The link of the invitation; null where it was sent by mail. */
  link: string | null
}

interface InviteProps {
  made: Made | undefined
  onMade: (made: Made | undefined) => void
}

function Invite({ made, onMade }: InviteProps): JSX.Element {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('viewer')
  const form = useForm(['email', 'role'], async () => {
    onMade(undefined)
    const { data } = await call('POST /org/invitations', { body: { email, role } })
    setEmail('')
    onMade({ id: data.id, link: data.link ?? null })
  })
  return (
    <section aria-label={t.team.invite}>
      <h2>{t.team.invite}</h2>
      <form class="narrow" onSubmit={form.onSubmit}>
        <Field
          label={t.team.email}
          type="email"
          maxLength={254}
          value={email}
          onValue={setEmail}
          fault={form.faultOf('email')}
        />
        <Select
          label={t.team.role}
          value={role}
          options={MEMBER_ROLES.map((value) => ({ value, label: t.roles[value] ?? value }))}
          onValue={(value) => setRole(MEMBER_ROLES.find((one) => one === value) ?? 'viewer')}
          fault={form.faultOf('role')}
        />
        <Fault error={form.error} />
        <button disabled={form.isBusy}>{t.team.inviteButton}</button>
      </form>
      <div role="status">
        {made && (made.link === null ? <p>{t.team.mailed}</p> : <p>{t.team.link}</p>)}
      </div>
      {made?.link && <CopyBox text={made.link} label={t.team.link} />}
    </section>
  )
}
