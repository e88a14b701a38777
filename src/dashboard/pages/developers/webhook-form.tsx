import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer, Given } from '../../../../examples/client/citable.ts'
import { Boxes } from '../../parts/boxes.tsx'
import { DialogTools } from '../../parts/dialog-tools.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Field } from '../../parts/field.tsx'
import { chosenOf, SiteBoxes, siteIdsOf } from '../../parts/site-boxes.tsx'
import { t } from '../../texts/index.ts'
import { useData, type Loaded } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'

type Whole = Given<'POST /webhook-subscriptions'>[0]['body']
export type WebhookBody = Pick<Whole, 'url' | 'events' | 'description' | 'siteIds'>
type EventName = WebhookBody['events'][number]

interface Props {
  title: string
  button: string
  before?: WebhookBody
  send: (body: WebhookBody) => Promise<void>
  onClose: () => void
  /** Both versions of the webhook, where another person changed it meanwhile. */
  conflict?: ComponentChildren
}

/** Shows the form that asks where events are sent, which events, and of which sites. */
export function WebhookForm({
  title,
  button,
  before,
  send,
  onClose,
  conflict,
}: Props): JSX.Element {
  const types = useData('GET /event-types')
  const [url, setUrl] = useState(before?.url ?? '')
  const [description, setDescription] = useState(before?.description ?? '')
  const [events, setEvents] = useState<ReadonlySet<EventName>>(
    new Set(before?.events ?? ['scan.completed', 'scan.failed']),
  )
  const [sitesBefore] = useState(() => chosenOf(before?.siteIds))
  const [sites, setSites] = useState(sitesBefore)
  const form = useForm(['url', 'events', 'description', 'siteIds'], () =>
    send({ url, description, events: [...events], ...siteIdsOf(sites, sitesBefore) }),
  )
  // The request under way answers a secret, which would be lost if the window closed.
  const close = (): unknown => form.isBusy || onClose()
  return (
    <Dialog title={title} onClose={close}>
      {conflict}
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
        <EventBoxes
          types={types}
          chosen={events}
          onChosen={setEvents}
          fault={form.faultOf('events')}
        />
        <SiteBoxes
          legend={t.webhooks.sites}
          chosen={sites}
          onChosen={setSites}
          fault={form.faultOf('siteIds')}
        />
        <Fault error={form.error} />
        <DialogTools button={button} isBusy={form.isBusy || !types.answer} onClose={close} />
      </form>
    </Dialog>
  )
}

interface EventProps {
  types: Loaded<Answer<'GET /event-types'>>
  chosen: ReadonlySet<EventName>
  onChosen: (chosen: ReadonlySet<EventName>) => void
  fault: string | undefined
}

/** Shows a box for each type of event, of which any number may be chosen. */
function EventBoxes({ types, chosen, onChosen, fault }: EventProps): JSX.Element {
  return (
    <>
      <Fault error={types.error} retry={types.reload} />
      <Boxes
        legend={t.webhooks.events}
        options={(types.answer?.data ?? []).map(({ name }) => ({ id: name, label: name }))}
        chosen={chosen}
        onChosen={onChosen}
        fault={fault}
      />
    </>
  )
}
