import type { JSX } from 'preact'

/** Shows an address that others wrote: as a link where it is a web address, else as text. */
export function OuterLink({ url }: { url: string }): JSX.Element {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url}</bdi>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <bdi>{url}</bdi>
    </a>
  )
}
