import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../texts/index.ts'

interface Props {
  text: string
  /** A description of the text, for people who do not see it. */
  label: string
}

/**
 * Shows a text with a button that copies it. Where the page may not write to the clipboard, as over plain http, the
 * button marks the text.
 */
export function CopyBox({ text, label }: Props): JSX.Element {
  const box = useRef<HTMLPreElement>(null)
  const [said, setSaid] = useState('')
  const id = useId()
  useEffect(() => setSaid(''), [text])
  const copy = async (): Promise<void> => {
    if (await copyText(text)) {
      setSaid(t.copy.done)
      return
    }
    const selection = getSelection()
    if (box.current) selection?.selectAllChildren(box.current)
    setSaid(t.copy.marked)
  }
  return (
    <div class="take">
      <pre ref={box} id={id} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <div>
        <button type="button" aria-describedby={id} onClick={() => void copy()}>
          {t.copy.button}
        </button>
        <p class="note" role="status">
          {said}
        </p>
      </div>
    </div>
  )
}

/** Writes a text to the clipboard; false where the page may not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // A page over plain http has no clipboard, although the types say that it has.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
