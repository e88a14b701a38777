import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { currentClient } from '../../client.ts'
import { forgetLinkToken, linkToken } from '../../link-token.ts'
import { DeadLink } from '../../parts/dead-link.tsx'
import { Fault } from '../../parts/fault.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { NewPassword } from '../../parts/new-password.tsx'
import { appHref } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

/** Shows the form that sets a new password by a link; the person signs in with it afterwards. */
export function ResetPasswordPage(): JSX.Element {
  const [password, setPassword] = useState('')
  const [isSet, setSet] = useState(false)
  const form = useForm(['password'], async () => {
    await currentClient().call('POST /auth/password/reset', {
      body: { token: linkToken ?? '', password },
    })
    forgetLinkToken()
    setSet(true)
  })
  if (isSet) {
    return (
      <>
        <FirstHead title={t.reset.doneTitle} lead={t.reset.done} />
        <a class="button main" href={appHref('sign-in')}>
          {t.signIn.button}
        </a>
      </>
    )
  }
  if (linkToken === undefined) return <DeadLink how={t.reset.again} />
  return (
    <>
      <FirstHead title={t.reset.title} lead={t.reset.lead} />
      <form class="narrow" onSubmit={form.onSubmit}>
        <NewPassword
          label={t.password.new}
          value={password}
          onValue={setPassword}
          fault={form.faultOf('password')}
        />
        <Fault error={form.error} />
        <button class="main" disabled={form.isBusy}>
          {t.reset.button}
        </button>
      </form>
    </>
  )
}
