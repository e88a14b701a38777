import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { call } from '../../request.ts'
import { changeQuery } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useForm, type Form } from '../../use-form.ts'

interface Named {
  id: string
  label: string
}

interface Props {
  siteId: string
  topic: Named
  onChanged: () => void
  onClose: () => void
}

/** Shows the form that renames a topic; later questions do not change the new name. */
export function RenameTopic({ siteId, topic, onChanged, onClose }: Props): JSX.Element {
  const [label, setLabel] = useState(topic.label)
  const form = useForm(['label'], async () => {
    const path = { siteId, topicId: topic.id }
    await call('PUT /topics/{siteId}/{topicId}', { path, body: { label } })
    onChanged()
    onClose()
  })
  return (
    <Dialog title={t.questions.renameTitle} onClose={onClose}>
      <form onSubmit={form.onSubmit}>
        <Field
          label={t.questions.name}
          value={label}
          onValue={setLabel}
          maxLength={200}
          fault={form.faultOf('label')}
        />
        <Fault error={form.error} />
        <Ends form={form} name={t.questions.renameButton} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Shows the form that merges a topic into another one, which is then the chosen one. */
export function MergeTopic(props: Props & { topics: readonly Named[] }): JSX.Element {
  const { siteId, topic, topics, onChanged, onClose } = props
  const others = topics.filter(({ id }) => id !== topic.id)
  const [into, setInto] = useState(others[0]?.id ?? '')
  const form = useForm(['into'], async () => {
    await call('POST /topics/{siteId}/merge', {
      path: { siteId },
      body: { into, from: [topic.id] },
    })
    onClose()
    onChanged()
    changeQuery({ topic: into })
  })
  return (
    <Dialog title={t.questions.mergeTitle} onClose={onClose}>
      <form onSubmit={form.onSubmit}>
        <p>
          <bdi>{topic.label}</bdi>
        </p>
        <p>{t.questions.mergeText}</p>
        <Select
          label={t.questions.into}
          value={into}
          options={others.map(({ id, label }) => ({ value: id, label }))}
          onValue={setInto}
          fault={form.faultOf('into')}
        />
        <Fault error={form.error} />
        <Ends form={form} name={t.questions.mergeButton} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function Ends(props: { form: Form; name: string; onClose: () => void }): JSX.Element {
  return (
    <div class="tools">
      <button disabled={props.form.isBusy}>{props.name}</button>
      <button type="button" onClick={props.onClose}>
        {t.questions.cancel}
      </button>
    </div>
  )
}
