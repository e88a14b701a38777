import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { leaveEndedSession, session, openOwnSession } from '../session.ts'
import { useStore } from '../store.ts'
import { t } from '../texts/index.ts'
import { useForm } from '../use-form.ts'
import { Dialog } from './dialog.tsx'
import { Fault } from './fault.tsx'
import { Field } from './field.tsx'

/**
 * Shows a window over the page that asks for the password when the session has ended, so that nothing that was typed is
 * lost.
 */
export function SignInAgain(): JSX.Element | null {
  const current = useStore(session)
  const [password, setPassword] = useState('')
  const before = current.state === 'ended' ? current.me : undefined
  const form = useForm(['password'], async () => {
    if (!before) return
    await openOwnSession(before.user.email, password, before.organization.id)
  })
  if (!before) return null
  return (
    <Dialog title={t.signIn.endedTitle}>
      <form onSubmit={form.onSubmit}>
        <p>
          {t.signIn.endedText} <bdi>{before.user.email}</bdi>
        </p>
        <Field
          label={t.signIn.password}
          type="password"
          autocomplete="current-password"
          value={password}
          onValue={setPassword}
          fault={form.faultOf('password')}
        />
        <Fault error={form.error} />
        <div class="tools">
          <button class="main" disabled={form.isBusy}>
            {t.signIn.button}
          </button>
          <button type="button" onClick={leaveEndedSession}>
            {t.signIn.anew}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
