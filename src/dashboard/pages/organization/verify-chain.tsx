import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber } from '../../formats.ts'
import { Fault } from '../../parts/fault.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

type Verdict = Answer<'GET /org/audit/verify'>['data']

/** Shows the button that makes the server recompute the chain of the audit log, and then the outcome. */
export function VerifyChain(): JSX.Element {
  const [verdict, setVerdict] = useState<Verdict | undefined>()
  const form = useForm([], async () => {
    setVerdict((await call('GET /org/audit/verify')).data)
  })
  return (
    <form class="gap" onSubmit={form.onSubmit}>
      <button disabled={form.isBusy}>{t.audit.verify}</button>
      <Fault error={form.error} />
      <div role="status">{verdict && <Said verdict={verdict} />}</div>
    </form>
  )
}

function Said({ verdict }: { verdict: Verdict }): JSX.Element {
  const { broken, entries, from, head } = verdict
  if (broken) {
    return (
      <p class="notice bad">
        {t.audit.broken(broken.number)} <bdi lang="en">{broken.reason}</bdi>
      </p>
    )
  }
  return (
    <>
      {from > 1 ? (
        <p class="up">
          ✓ {t.audit.wholeFrom(formatNumber(from), formatNumber(from + entries - 1))}{' '}
          <span class="note">
            {t.audit.earlier} <code>npx citable audit verify</code>
          </span>
        </p>
      ) : (
        <p class="up">✓ {t.audit.whole(formatNumber(entries))}</p>
      )}
      <p class="note">
        {t.audit.head}: <code>{head}</code>
      </p>
    </>
  )
}
