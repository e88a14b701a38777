import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CitableError, type Answer } from '../../../../examples/client/citable.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Field } from '../../parts/field.tsx'
import { call } from '../../request.ts'
import { readSession } from '../../session.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

type Organization = Answer<'GET /org'>['data']

/** Shows the form that renames the organization; where another person renamed it meanwhile, it shows both names. */
export function Rename({
  org,
  onChanged,
}: {
  org: Organization
  onChanged: () => void
}): JSX.Element {
  const [name, setName] = useState(org.name)
  const [seen, setSeen] = useState<{ name: string; version: number }>(org)
  const [theirs, setTheirs] = useState<Organization | undefined>()
  const [isDone, setDone] = useState(false)
  const send = async (version: number): Promise<void> => {
    setDone(false)
    try {
      const headers = { 'If-Match': String(version) }
      const { data } = await call('PUT /org', { headers, body: { name } })
      setSeen(data)
      setTheirs(undefined)
      setDone(true)
      onChanged()
      await readSession()
    } catch (error) {
      if (!(error instanceof CitableError) || error.status !== 412) throw error
      setTheirs((await call('GET /org')).data)
    }
  }
  const form = useForm(['name'], () => send(seen.version))
  return (
    <section aria-label={t.plan.name}>
      <form class="narrow" onSubmit={form.onSubmit}>
        <Field
          label={t.plan.name}
          maxLength={200}
          value={name}
          onValue={setName}
          fault={form.faultOf('name')}
        />
        <Fault error={form.error} />
        <button disabled={form.isBusy}>{t.plan.rename}</button>
        <p class="note" role="status">
          {isDone && t.plan.renamed}
        </p>
      </form>
      {theirs && (
        <Conflict
          theirs={theirs.name}
          yours={name}
          onTake={() => {
            setName(theirs.name)
            setSeen(theirs)
            setTheirs(undefined)
            onChanged()
          }}
          overwrite={() => send(theirs.version)}
        />
      )}
    </section>
  )
}
