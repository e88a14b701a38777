import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { call } from '../../request.ts'
import { showSecret } from '../../secret.ts'
import { t } from '../../texts/index.ts'
import { MakeKey } from './make-key.tsx'
import { NarrowGrant } from './narrow-grant.tsx'

type Key = Answer<'GET /keys'>['data'][number]
export type KeyDoing = { what: 'make' } | { what: 'replace' | 'end' | 'narrow'; key: Key }

interface Props {
  doing: KeyDoing
  onDoing: (next: KeyDoing | undefined) => void
  onChanged: () => void
}

/** Shows the window of the action that the person chose for a key, or for the grant of an assistant. */
export function KeyWindows({ doing, onDoing, onChanged }: Props): JSX.Element {
  const close = (): void => onDoing(undefined)
  const show = (secret: string): void => {
    showSecret(t.keys.made, secret)
    close()
    onChanged()
  }
  switch (doing.what) {
    case 'make':
      return <MakeKey onClose={close} onMade={show} />
    case 'replace':
      return <ReplaceKey of={doing.key} onClose={close} onMade={show} />
    case 'narrow':
      return (
        <NarrowGrant
          name={doing.key.name}
          now={doing.key}
          // Only its person can give it more.
          offered={doing.key.scopes}
          send={async (body) => {
            await call('PUT /keys/{id}', { path: { id: doing.key.id }, body })
            onChanged()
          }}
          onClose={close}
        />
      )
    case 'end':
      return <EndKey of={doing.key} onClose={close} onEnded={onChanged} />
  }
}

interface DoingProps {
  of: Key
  onClose: () => void
}

function ReplaceKey({
  of,
  onClose,
  onMade,
}: DoingProps & { onMade: (secret: string) => void }): JSX.Element {
  const replace = async (): Promise<void> => {
    const { data } = await call('POST /keys/{id}/rotate', { path: { id: of.id }, body: {} })
    onMade(data.key ?? '')
  }
  return (
    <Confirm
      title={`${t.keys.replace}: ${of.name}`}
      text={t.keys.replaceText}
      button={t.keys.replace}
      run={replace}
      // The window with the new key is shown in its place.
      onClose={() => undefined}
      onCancel={onClose}
    />
  )
}

function EndKey({ of, onClose, onEnded }: DoingProps & { onEnded: () => void }): JSX.Element {
  const isGrant = of.kind === 'oauth'
  const end = async (): Promise<void> => {
    await call('DELETE /keys/{id}', { path: { id: of.id } })
    onEnded()
  }
  return (
    <Confirm
      title={`${isGrant ? t.keys.stop : t.keys.end}: ${of.name}`}
      text={isGrant ? t.keys.stopText : t.keys.endText}
      button={isGrant ? t.keys.stop : t.keys.end}
      isGrave
      run={end}
      onClose={onClose}
    />
  )
}
