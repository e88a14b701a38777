import type { JSX } from 'preact'

interface BoxesProps<T extends string> {
  legend: string
  options: readonly { id: T; label: string }[]
  chosen: ReadonlySet<T>
  onChosen: (chosen: ReadonlySet<T>) => void
  fault: string | undefined
}

/** Shows a box for each of several things, of which any number may be chosen. */
export function Boxes<T extends string>({
  legend,
  options,
  chosen,
  onChosen,
  fault,
}: BoxesProps<T>): JSX.Element {
  const toggle = (id: T): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <fieldset class="boxes">
      <legend>{legend}</legend>
      {options.map(({ id, label }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />{' '}
          <bdi>{label}</bdi>
        </label>
      ))}
      {fault !== undefined && <small class="down">{fault}</small>}
    </fieldset>
  )
}
