import type { ComponentChildren, JSX } from 'preact'
import { useForm } from '../use-form.ts'
import { Dialog } from './dialog.tsx'
import { DialogTools } from './dialog-tools.tsx'
import { Fault } from './fault.tsx'

interface Props {
  title: string
  text?: ComponentChildren
  /** The words of the button, which say what it does. */
  button: string
  isGrave?: boolean
  run: () => Promise<unknown>
  /** Called after the action was done, and, without `onCancel`, when the person cancels it. */
  onClose: () => void
  /** Called in place of `onClose` when the person cancels, where that differs from the end of the action. */
  onCancel?: () => void
}

/** Shows the window that asks before an action that others notice, and says why it did not work. */
export function Confirm({
  title,
  text,
  button,
  isGrave = false,
  run,
  onClose,
  onCancel = onClose,
}: Props): JSX.Element {
  const form = useForm([], async () => {
    await run()
    onClose()
  })
  // The request under way may answer a secret, which would be lost if the window closed.
  const cancel = (): void => {
    if (!form.isBusy) onCancel()
  }
  return (
    <Dialog title={title} onClose={cancel}>
      <form onSubmit={form.onSubmit}>
        {text && <p>{text}</p>}
        <Fault error={form.error} />
        <DialogTools button={button} isBusy={form.isBusy} isGrave={isGrave} onClose={cancel} />
      </form>
    </Dialog>
  )
}
