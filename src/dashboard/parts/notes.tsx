import type { JSX } from 'preact'

/** Shows the notes of the service about an answer, in its own words. */
export function Notes({ notes }: { notes: readonly string[] }): JSX.Element | null {
  if (notes.length === 0) return null
  return (
    <ul class="note" lang="en">
      {notes.map((note) => (
        <li key={note}>
          <bdi>{note}</bdi>
        </li>
      ))}
    </ul>
  )
}
