import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  title: string
  /** A text behind the title, such as the name of the site. */
  of?: ComponentChildren
  /** The sentence that the page begins with. */
  lead?: ComponentChildren
  note?: ComponentChildren
  /** The actions of the page, with at most one filled button, and the fields that choose what the page shows. */
  children?: ComponentChildren
}

/**
 * Shows the head of a page: its name, its actions, and the sentence that it begins with. It has the focus when the page
 * opens.
 */
export function PageHead({ title, of, lead, note, children }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} – Citable`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1} ref={heading}>
          <b>{title}</b> {of}
        </h1>
        {children && <div class="tools">{children}</div>}
      </div>
      {lead && <p class="lead">{lead}</p>}
      {note && <p class="note">{note}</p>}
    </>
  )
}
