import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts/index.ts'
import { copyText, CopyBox } from './copy-box.tsx'

/** Copies a text that is not shown; where the page may not, as over plain http, it is shown to be taken. */
export function CopyButton({ text, name }: { text: string; name: string }): JSX.Element {
  const [state, setState] = useState<'none' | 'copied' | 'shown'>('none')
  useEffect(() => setState('none'), [text])
  const copy = async (): Promise<void> => setState((await copyText(text)) ? 'copied' : 'shown')
  return (
    <div>
      <button type="button" class="plain" onClick={() => void copy()}>
        {name}
      </button>
      <span class="note" role="status">
        {state === 'copied' && ` ${t.copy.done}`}
      </span>
      {state === 'shown' && <CopyBox text={text} label={name} />}
    </div>
  )
}
