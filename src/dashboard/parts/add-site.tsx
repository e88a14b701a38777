import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../request.ts'
import { t } from '../texts/index.ts'
import { useForm } from '../use-form.ts'
import { Fault } from './fault.tsx'
import { Field, Select } from './field.tsx'

const QUESTION_MODES = ['full', 'topic_only', 'off'] as const
type QuestionMode = (typeof QUESTION_MODES)[number]

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Lists every time zone that the browser knows, and the browser's own zone by the name that the browser gives it. */
const zones = (): string[] => [
  ...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

interface Props {
  onAdded: (id: string) => void
  /** Other actions, shown next to the button. */
  children?: ComponentChildren
}

/** Shows the form that adds a site by its address, the first thing that a new owner is asked. */
export function AddSite({ onAdded, children }: Props): JSX.Element {
  const [address, setAddress] = useState('')
  const [timezone, setTimezone] = useState(ownZone)
  const [questions, setQuestions] = useState<QuestionMode>('full')
  const form = useForm(['url', 'domain', 'timezone'], async () => {
    const url = /^https?:\/\//.test(address) ? address : `https://${address}`
    const { data } = await call('POST /sites', {
      body: { url, timezone, privacy: { questions }, scan: true },
    })
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
      <p class="note">
        {t.firstRun.days(timezone)} {t.firstRun.questions[questions]}
      </p>
      <details>
        <summary class="plain">{t.firstRun.change}</summary>
        <Select
          label={t.firstRun.zone}
          value={timezone}
          options={zones().map((zone) => ({ value: zone, label: zone }))}
          onValue={setTimezone}
          fault={form.faultOf('timezone')}
        />
        <Select
          label={t.firstRun.keep}
          value={questions}
          options={QUESTION_MODES.map((value) => ({ value, label: t.firstRun.keeps[value] }))}
          onValue={(value) => setQuestions(QUESTION_MODES.find((one) => one === value) ?? 'full')}
        />
      </details>
      <Fault error={form.error} />
      <div class="foot">
        <button class="main" disabled={form.isBusy}>
          {t.sites.read}
        </button>
        {children}
      </div>
    </form>
  )
}
