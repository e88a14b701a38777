import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CitableError } from '../../../../examples/client/citable.ts'
import { currentClient } from '../../client.ts'
import { forgetLinkToken, linkToken } from '../../link-token.ts'
import { DeadLink } from '../../parts/dead-link.tsx'
import { Fault } from '../../parts/fault.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { NewPassword } from '../../parts/new-password.tsx'
import { navigate } from '../../router.ts'
import { begin, inCookie, readSession, session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

/**
 * Shows the page that an invitation's link opens, by which a person joins an organization: a new person sets a
 * password, a known one types theirs or is signed in already.
 */
export function AcceptInvitationPage(): JSX.Element {
  const current = useStore(session)
  const [password, setPassword] = useState('')
  const [readError, setReadError] = useState<unknown>()
  useEffect(() => {
    readSession().catch(setReadError)
  }, [])
  const form = useForm(['password'], () => accept({ password }))
  const asMyself = useForm([], () => accept({}))
  if (linkToken === undefined) return <DeadLink how={t.invitation.again} />
  // The session belongs to another person than the one who was invited.
  const isOther = asMyself.error instanceof CitableError && asMyself.error.status === 422
  return (
    <>
      <FirstHead title={t.invitation.title} lead={t.invitation.lead} />
      <Fault error={readError} />
      {current.state === 'in' && !isOther && (
        <form class="narrow" onSubmit={asMyself.onSubmit}>
          <p>
            {t.invitation.signedIn} <bdi>{current.me.user.email}</bdi>
          </p>
          <Fault error={asMyself.error} />
          <button disabled={asMyself.isBusy}>{t.invitation.asMyself}</button>
        </form>
      )}
      <form class="narrow" onSubmit={form.onSubmit}>
        <NewPassword
          value={password}
          onValue={setPassword}
          fault={form.faultOf('password')}
          label={t.invitation.password}
        />
        <p class="note">{t.invitation.passwordNote}</p>
        <Fault error={form.error} />
        <button class="main" disabled={form.isBusy}>
          {t.invitation.button}
        </button>
      </form>
    </>
  )
}

async function accept(given: { password?: string }): Promise<void> {
  const { data } = await currentClient().call('POST /auth/invitations/accept', {
    body: { token: linkToken ?? '', ...given, ...inCookie() },
  })
  await begin(data, given.password)
  forgetLinkToken()
  navigate('sites', { replace: true })
}
