import { make } from './make.ts'

/** Shows the item with this index as chosen; for an index that no item has, it shows no choice. */
type Mark = (chosen: number) => void

/**
 * Makes a choice of one among several items, each drawn as its content and not as a radio button. Returns it with the
 * function that shows which item is chosen.
 */
export function makeRadios(
  group: string,
  item: string,
  label: string,
  contents: readonly (readonly (Node | string)[])[],
  onChosen: (at: number) => void,
): [element: HTMLElement, mark: Mark] {
  const inputs: HTMLInputElement[] = []
  const items = contents.map((content, at) => {
    const input = make('input', '')
    input.type = 'radio'
    input.name = group
    input.onchange = () => onChosen(at)
    inputs.push(input)
    return make('label', item, input, make('span', '', ...content))
  })
  const element = make('div', group, ...items)
  element.role = 'radiogroup'
  element.ariaLabel = label
  return [element, (chosen) => inputs.forEach((input, at) => (input.checked = at === chosen))]
}
