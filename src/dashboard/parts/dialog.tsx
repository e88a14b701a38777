import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface Props {
  title: string
  children: ComponentChildren
  /** Called when the person closes the window; without it, Escape does not close the window. */
  onClose?: (() => void) | undefined
}

/** Shows a window over the page, which keeps the focus until it is closed. */
export function Dialog({ title, children, onClose }: Props): JSX.Element {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // A browser closes a window at the second Escape, even where the first one was prevented.
      onClose={({ currentTarget }) => {
        onClose?.()
        // A window that may not be closed now is shown again, once the effect of `onClose` is drawn.
        setTimeout(() => {
          if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal()
        })
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
