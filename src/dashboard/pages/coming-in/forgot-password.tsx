import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { currentClient } from '../../client.ts'
import { Fault } from '../../parts/fault.tsx'
import { Field } from '../../parts/field.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { appHref } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

/** Shows the form that asks for a link by mail. The answer is the same whether the address has an account or not. */
export function ForgotPasswordPage(): JSX.Element {
  const [email, setEmail] = useState('')
  const [mail, setMail] = useState<boolean>()
  const form = useForm(['email'], async () => {
    const { data } = await currentClient().call('POST /auth/password/forgot', { body: { email } })
    setMail(data.mail)
  })
  if (mail !== undefined)
    return <FirstHead title={t.forgot.sentTitle} lead={mail ? t.forgot.sent : t.forgot.noMail} />
  return (
    <>
      <FirstHead title={t.forgot.title} lead={t.forgot.lead} />
      <form class="narrow" onSubmit={form.onSubmit}>
        <Field
          label={t.signIn.email}
          type="email"
          autocomplete="username"
          value={email}
          onValue={setEmail}
          fault={form.faultOf('email')}
        />
        <Fault error={form.error} />
        <div class="foot">
          <button class="main" disabled={form.isBusy}>
            {t.forgot.button}
          </button>
          <a href={appHref('sign-in')}>{t.signIn.title}</a>
        </div>
      </form>
    </>
  )
}
