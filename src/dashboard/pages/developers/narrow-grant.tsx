import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Given } from '../../../../examples/client/citable.ts'
import { Boxes } from '../../parts/boxes.tsx'
import { DialogTools } from '../../parts/dialog-tools.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import { chosenOf, SiteBoxes, siteIdsOf } from '../../parts/site-boxes.tsx'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

export type GrantRights = NonNullable<Given<'PUT /auth/grants/{id}'>[0]['body']>
type Scope = NonNullable<GrantRights['scopes']>[number]

interface Props {
  name: string
  /** The rights that the assistant has now. */
  now: { scopes: readonly string[]; siteIds: readonly string[] | null; readersWords: boolean }
  /** The scopes that may be left to the assistant, or that its person may give back. */
  offered: readonly string[]
  send: (rights: GrantRights) => Promise<unknown>
  onClose: () => void
}

/** Shows the form that takes rights away from an assistant that a person let in. */
export function NarrowGrant({ name, now, offered, send, onClose }: Props): JSX.Element {
  // @NOTE a grant has scopes of this list alone.
  const [scopes, setScopes] = useState(new Set(now.scopes as Scope[]) as ReadonlySet<Scope>)
  const [before] = useState(() => chosenOf(now.siteIds))
  const [sites, setSites] = useState(before)
  const [readersWords, setReadersWords] = useState(now.readersWords)
  const form = useForm(['scopes', 'siteIds'], async () => {
    await send({ scopes: [...scopes], ...siteIdsOf(sites, before), readersWords })
    onClose()
  })
  return (
    <Dialog title={`${t.keys.narrow}: ${name}`} onClose={onClose}>
      <form onSubmit={form.onSubmit}>
        <Boxes
          legend={t.keys.mayRead}
          options={(offered as Scope[]).map((id) => ({ id, label: t.keys.words[id] ?? id }))}
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
        <label>
          <input
            type="checkbox"
            checked={readersWords}
            onChange={(event) => setReadersWords(event.currentTarget.checked)}
          />{' '}
          {t.keys.withWords}
        </label>
        <Fault error={form.error} />
        <DialogTools button={t.keys.narrowButton} isBusy={form.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
