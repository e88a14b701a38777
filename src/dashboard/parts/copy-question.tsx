import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts/index.ts'
import { copyText } from './copy-box.tsx'

/** Shows a button that copies a question to which a connected assistant answers with the same numbers. */
export function CopyQuestion({ question }: { question: string }): JSX.Element {
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(''), [question])
  const copy = async (): Promise<void> => {
    setSaid((await copyText(question)) ? t.copy.done : question)
  }
  return (
    <>
      <button type="button" class="plain" data-question={question} onClick={() => void copy()}>
        {t.asQuestion}
      </button>
      <span role="status" class="note">
        {said}
      </span>
    </>
  )
}
