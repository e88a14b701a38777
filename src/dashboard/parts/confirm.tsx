import type { ComponentChildren, JSX } from 'preact'
import { useForm } from '../use-form.ts'
import { Dialog } from './dialog.tsx'
import { DialogTools } from './dialog-tools.tsx'
import { Fault } from './fault.tsx'

interface Props {
  title: string
  text?: ComponentChildren
  /** What the button does. */
  button: string
  isGrave?: boolean
  run: () => Promise<unknown>
  /** After it was done, and where the person leaves it. */
  onClose: () => void
  /** Where leaving it is something else than its end. */
  onCancel?: () => void
}

/** Asks before something is done that others notice, and says where it did not work. */
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
  // What is under way may answer a secret, which would be lost.
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
