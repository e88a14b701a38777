import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Given } from '../../../../examples/client/citable.ts'
import { DialogTools } from '../../parts/dialog-tools.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Field } from '../../parts/field.tsx'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import { Boxes } from '../../parts/boxes.tsx'

type Body = Pick<Given<'POST /webhook-subscriptions'>[0]['body'], 'url' | 'events' | 'description'>
type EventName = Body['events'][number]

interface Props {
  title: string
  button: string
  before?: Body
  send: (body: Body) => Promise<void>
  onClose: () => void
}

/** Where events are sent, and which. */
export function WebhookForm({ title, button, before, send, onClose }: Props): JSX.Element {
  const types = useData('GET /event-types')
  const [url, setUrl] = useState(before?.url ?? '')
  const [description, setDescription] = useState(before?.description ?? '')
  const [events, setEvents] = useState<ReadonlySet<EventName>>(
    new Set(before?.events ?? ['scan.completed', 'scan.failed']),
  )
  const form = useForm(['url', 'events', 'description'], () =>
    send({ url, description, events: [...events] }),
  )
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={form.onSubmit}>
        <Field
          label={t.webhooks.address}
          type="url"
          maxLength={2_000}
          value={url}
          onValue={setUrl}
          fault={form.faultOf('url')}
          note={t.webhooks.addressNote}
        />
        <Field
          label={t.webhooks.description}
          isRequired={false}
          maxLength={200}
          value={description}
          onValue={setDescription}
          fault={form.faultOf('description')}
        />
        <Boxes
          legend={t.webhooks.events}
          options={(types.answer?.data ?? []).map(({ name }) => ({ id: name, label: name }))}
          chosen={events}
          onChosen={setEvents}
          fault={form.faultOf('events')}
        />
        <Fault error={form.error} />
        <DialogTools button={button} isBusy={form.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
