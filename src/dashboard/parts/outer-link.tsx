import type { JSX } from 'preact'

/** An address that others wrote: a link where it leads to the web, else its text alone. */
export function OuterLink({ url }: { url: string }): JSX.Element {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url}</bdi>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <bdi>{url}</bdi>
    </a>
  )
}
