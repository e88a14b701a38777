import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Fault } from '../../parts/fault.tsx'
import { Field } from '../../parts/field.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { appHref, navigate, usePlace } from '../../router.ts'
import { session, openOwnSession } from '../../session.ts'
import { useStore } from '../../store.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'

/** Shows the form that signs a person in, and then leads to the page that the address named. */
export function SignInPage(): JSX.Element {
  const { query } = usePlace()
  const { state } = useStore(session)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const server = useData('GET /server')
  useEffect(() => {
    if (state === 'in') navigate(nextOf(query), { replace: true })
  }, [state])
  const form = useForm(['email', 'password'], () => openOwnSession(email, password))
  if (server.answer?.data.needsSetup === true) return <NeedsSetup />
  return (
    <>
      <FirstHead title={t.signIn.title} />
      <form class="narrow" onSubmit={form.onSubmit}>
        <Field
          label={t.signIn.email}
          type="email"
          autocomplete="username"
          value={email}
          onValue={setEmail}
          fault={form.faultOf('email')}
        />
        <Field
          label={t.signIn.password}
          type="password"
          autocomplete="current-password"
          value={password}
          onValue={setPassword}
          fault={form.faultOf('password')}
        />
        <Fault error={form.error} />
        <div class="foot">
          <button class="main" disabled={form.isBusy}>
            {t.signIn.button}
          </button>
          <a href={appHref('forgot-password')}>{t.signIn.forgot}</a>
        </div>
      </form>
    </>
  )
}

/**
 * Returns the path that the person wanted to open; that of the first page where the address names no page below
 * `/app/`.
 */
function nextOf(query: URLSearchParams): string {
  const { origin, pathname, search } = new URL(`/app/${query.get('next') ?? ''}`, location.origin)
  const path = pathname.replace(/^\/app\/+/, '')
  const isOurs = origin === location.origin && pathname.startsWith('/app/')
  return isOurs && path !== '' && path !== 'sign-in' ? path + search : 'sites'
}

function NeedsSetup(): JSX.Element {
  return (
    <>
      <FirstHead title={t.setup.neededTitle} lead={t.setup.needed} />
      <pre class="take">npx citable setup</pre>
    </>
  )
}
