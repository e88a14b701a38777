import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { setToken } from '../../client.ts'
import { Ago } from '../../parts/ago.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { NewPassword } from '../../parts/new-password.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { call } from '../../request.ts'
import { appHref, navigate } from '../../router.ts'
import { endOwnSession, goToOrganization, session, type Me } from '../../session.ts'
import { useStore } from '../../store.ts'
import { chooseLanguage, language, PAGE_LANGUAGES, t, type Language } from '../../texts/index.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../theme.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'

/** Shows what belongs to a person: their organizations, devices, password, and how the page looks. */
export function AccountPage(): JSX.Element | null {
  const current = useStore(session)
  if (!('me' in current)) return null
  const { me } = current
  return (
    <>
      <PageHead title={t.account.title} of={<bdi>{me.user.email}</bdi>}>
        <SignOut />
      </PageHead>
      {!me.user.isProven && (
        <div class="notice care">
          <p>{t.account.unproven}</p>
          <p>
            <a href={appHref('forgot-password')}>{t.account.prove}</a>
          </p>
        </div>
      )}
      <div class="two">
        <section>
          <div class="title">
            <h2>{t.account.organizations}</h2>
          </div>
          <Organizations me={me} />
        </section>
        <section>
          <div class="title">
            <h2>{t.account.look}</h2>
          </div>
          <Look />
        </section>
      </div>
      <section>
        <div class="title">
          <h2>{t.account.devices}</h2>
        </div>
        <Devices />
      </section>
      <section>
        <div class="title">
          <h2>{t.account.password}</h2>
        </div>
        <ChangePassword email={me.user.email} />
      </section>
    </>
  )
}

function SignOut(): JSX.Element {
  const form = useForm([], async () => {
    await endOwnSession()
    navigate('sign-in', { replace: true })
  })
  return (
    <form onSubmit={form.onSubmit}>
      <button disabled={form.isBusy}>{t.account.signOut}</button>
      <Fault error={form.error} />
    </form>
  )
}

function Organizations({ me }: { me: Me }): JSX.Element {
  const [error, setError] = useState<unknown>()
  const goTo = async (orgId: string): Promise<void> => {
    try {
      await goToOrganization(orgId)
      navigate('sites')
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <Fault error={error} />
      <ul class="rows">
        {me.organizations.map(({ id, name, role }) => (
          <li key={id} class="line">
            <span>
              <bdi>{name}</bdi> <span class="note">{t.roles[role] ?? role}</span>
            </span>
            {id === me.organization.id ? (
              <span class="note">{t.account.here}</span>
            ) : (
              <button type="button" onClick={() => void goTo(id)}>
                {t.account.goTo}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Look(): JSX.Element {
  const [theme, setTheme] = useState<Theme>(chosenTheme())
  return (
    <div class="narrow">
      <Select
        label={t.account.theme}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t.account.themes[value] }))}
        onValue={(value) => {
          const chosen = THEMES.find((one) => one === value) ?? 'system'
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      />
      <Select
        label={t.account.language}
        value={language}
        options={Object.entries(PAGE_LANGUAGES).map(([value, label]) => ({ value, label }))}
        // @NOTE the options are the languages.
        onValue={(value) => void chooseLanguage(value as Language)}
      />
    </div>
  )
}

function Devices(): JSX.Element {
  const sessions = useData('GET /auth/sessions', { query: { limit: 50 } })
  const [error, setError] = useState<unknown>()
  const end = async (id: string): Promise<void> => {
    try {
      await call('DELETE /auth/sessions/{id}', { path: { id } })
      sessions.reload()
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <Fault error={error} />
      <WhenLoaded of={sessions}>
        {({ data }) => (
          <ul class="rows">
            {data.map((one) => (
              <li key={one.id} class="line">
                <span>
                  <bdi>{one.agent ?? t.account.unknownDevice}</bdi>{' '}
                  <span class="note">
                    {t.account.lastSeen} <Ago when={one.lastSeenAt} />
                  </span>
                </span>
                {one.current ? (
                  <span class="note">{t.account.thisDevice}</span>
                ) : (
                  <button type="button" onClick={() => void end(one.id)}>
                    {t.account.endDevice}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
    </>
  )
}

function ChangePassword({ email }: { email: string }): JSX.Element {
  const [currentPassword, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const form = useForm(['currentPassword', 'password'], async () => {
    setDone(false)
    const { data } = await call('PUT /auth/password', { body: { currentPassword, password } })
    if (typeof data.token === 'string') setToken(data.token)
    setCurrent('')
    setPassword('')
    setDone(true)
  })
  return (
    <form class="narrow" onSubmit={form.onSubmit}>
      {/* Password managers want to know whose password it is. */}
      <input type="hidden" autocomplete="username" value={email} />
      <Field
        label={t.account.currentPassword}
        type="password"
        autocomplete="current-password"
        value={currentPassword}
        onValue={setCurrent}
        fault={form.faultOf('currentPassword')}
      />
      <NewPassword
        label={t.password.new}
        value={password}
        onValue={setPassword}
        fault={form.faultOf('password')}
      />
      <Fault error={form.error} />
      <button disabled={form.isBusy}>{t.account.changePassword}</button>
      <p class="note" role="status">
        {isDone && t.account.passwordChanged}
      </p>
    </form>
  )
}
