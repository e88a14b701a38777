import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { forgetLinkToken, linkToken } from '../../link-token.ts'
import { DeadLink } from '../../parts/dead-link.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Field } from '../../parts/field.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { NewPassword } from '../../parts/new-password.tsx'
import { currentClient } from '../../client.ts'
import { Steps } from '../../parts/steps.tsx'
import { navigate } from '../../router.ts'
import { begin, inCookie } from '../../session.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

/** Shows the form that makes the first owner of a server, by the link that the server has shown to its operator. */
export function SetupPage(): JSX.Element {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [organization, setOrganization] = useState('')
  const form = useForm(['email', 'password', 'organization'], async () => {
    const { data } = await currentClient().call('POST /auth/setup', {
      body: { token: linkToken ?? '', email, password, organization, ...inCookie() },
    })
    await begin(data, password)
    forgetLinkToken()
    navigate('first-run', { replace: true })
  })
  if (linkToken === undefined) return <DeadLink how={t.setup.again} />
  return (
    <>
      <Steps current={0} />
      <FirstHead title={t.setup.title} lead={t.setup.lead} />
      <form class="narrow" onSubmit={form.onSubmit}>
        <Field
          label={t.signIn.email}
          type="email"
          autocomplete="username"
          value={email}
          onValue={setEmail}
          fault={form.faultOf('email')}
        />
        <NewPassword value={password} onValue={setPassword} fault={form.faultOf('password')} />
        <Field
          label={t.setup.organization}
          autocomplete="organization"
          maxLength={200}
          value={organization}
          onValue={setOrganization}
          fault={form.faultOf('organization')}
          note={t.setup.organizationNote}
        />
        <Fault error={form.error} />
        <button class="main" disabled={form.isBusy}>
          {t.setup.button}
        </button>
      </form>
    </>
  )
}
