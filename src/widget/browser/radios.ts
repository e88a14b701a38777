import { make } from './make.ts'

/** Shows which one is chosen; none where there is no such place. */
type Mark = (chosen: number) => void

/** Makes one choice among some, each drawn as what it says rather than as a radio button. */
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
