import { create } from './page.ts'

/** Makes an element that the site's owner may style as a part, by the name of its tag. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = create(tag)
  element.part.add(tag)
  element.append(...content)
  return element
}

export function makeButton(text: string, onPress: () => void): HTMLButtonElement {
  const button = make('button', text)
  button.onclick = onPress
  return button
}
