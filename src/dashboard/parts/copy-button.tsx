import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts/index.ts'
import { copyText, CopyBox } from './copy-box.tsx'

/**
 * Shows a button that copies a text that is not shown. Where the page may not copy, as over plain http, the button
 * shows the text.
 */
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
