import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  title: string
  lead?: ComponentChildren
}

/** Shows the head of a page that asks one thing. It has the focus when the page opens. */
export function FirstHead({ title, lead }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} – Citable`
    heading.current?.focus()
  }, [title])
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {lead && <p>{lead}</p>}
    </>
  )
}
