import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../request.ts'
import { t } from '../texts/index.ts'
import { useForm } from '../use-form.ts'
import { Fault } from './fault.tsx'
import { Field } from './field.tsx'

/** The first thing that a new owner is asked: the address of the site. */
export function AddSite({ onAdded }: { onAdded: (id: string) => void }): JSX.Element {
  const [address, setAddress] = useState('')
  const form = useForm(['url', 'domain'], async () => {
    const url = /^https?:\/\//.test(address) ? address : `https://${address}`
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const { data } = await call('POST /sites', { body: { url, timezone: timeZone, scan: true } })
    onAdded(data.id)
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Field
        label={t.sites.address}
        isLarge
        autocomplete="url"
        maxLength={2_000}
        value={address}
        onValue={setAddress}
        fault={form.faultOf('url')}
        note={t.sites.addressNote}
      />
      <Fault error={form.error} />
      <button class="main" disabled={form.isBusy}>
        {t.sites.read}
      </button>
    </form>
  )
}
