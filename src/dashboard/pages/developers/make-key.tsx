import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Given } from '../../../../examples/client/citable.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Boxes } from '../../parts/boxes.tsx'
import { DialogTools } from '../../parts/dialog-tools.tsx'
import { Field } from '../../parts/field.tsx'
import { SiteBoxes, type ChosenSites } from '../../parts/site-boxes.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

type Scope = Given<'POST /keys'>[0]['body']['scopes'][number]

const READS = [
  'analytics:read',
  'sites:read',
  'prompts:read',
  'citations:read',
  'rules:read',
  'credits:read',
  'org:read',
] as const satisfies readonly Scope[]
const WRITES = ['sites:write', 'prompts:write', 'rules:write'] as const satisfies readonly Scope[]

interface Props {
  onClose: () => void
  onMade: (secret: string) => void
}

/** Shows the form that makes a key, which may do only what is chosen. */
export function MakeKey({ onClose, onMade }: Props): JSX.Element {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(
    new Set(['analytics:read', 'sites:read']),
  )
  const [sites, setSites] = useState<ChosenSites>(null)
  const [until, setUntil] = useState('')
  const form = useForm(['name', 'scopes', 'siteIds', 'expiresAt'], async () => {
    const { data } = await call('POST /keys', {
      body: {
        name,
        scopes: [...scopes],
        ...(sites !== null && { siteIds: [...sites] }),
        ...(until !== '' && { expiresAt: new Date(`${until}T23:59:59`).toISOString() }),
      },
    })
    onMade(data.key ?? '')
  })
  // The request under way answers a secret, which would be lost if the window closed.
  const close = (): void => {
    if (!form.isBusy) onClose()
  }
  return (
    <Dialog title={t.keys.make} onClose={close}>
      <form onSubmit={form.onSubmit}>
        <Field
          label={t.keys.name}
          maxLength={80}
          value={name}
          onValue={setName}
          fault={form.faultOf('name')}
        />
        <Boxes
          legend={t.keys.mayWhat}
          options={rightsOffered()}
          chosen={scopes}
          onChosen={setScopes}
          fault={form.faultOf('scopes')}
        />
        <SiteBoxes
          legend={t.keys.which}
          chosen={sites}
          onChosen={setSites}
          fault={form.faultOf('siteIds')}
        />
        <Field
          label={t.keys.until}
          type="date"
          isRequired={false}
          value={until}
          onValue={setUntil}
          fault={form.faultOf('expiresAt')}
          note={t.keys.untilNote}
        />
        <Fault error={form.error} />
        <DialogTools button={t.keys.make} isBusy={form.isBusy} onClose={close} />
      </form>
    </Dialog>
  )
}

const rightsOffered = (): { id: Scope; label: string }[] => [
  ...READS.map((id) => ({ id, label: `${t.keys.reads} ${t.keys.words[id] ?? id}` })),
  ...WRITES.map((id) => ({ id, label: `${t.keys.writes} ${t.keys.words[id] ?? id}` })),
]
