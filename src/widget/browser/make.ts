import { create } from './page.ts'

/** The content of an element; undefined and other empty values are left out. */
export type PartContent = Node | string | false | undefined

/**
 * Makes an element that the site's owner can style as a part, by the name of its class, or of its tag where it has no
 * class.
 */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  ...content: readonly PartContent[]
): HTMLElementTagNameMap[Tag] {
  const element = create(tag)
  element.className = name
  element.part.value = name || tag
  element.append(...content.filter(isThere))
  return element
}

const isThere = (one: PartContent): one is Node | string => Boolean(one)

export function makeButton(
  name: string,
  onPress: () => void,
  ...content: readonly PartContent[]
): HTMLButtonElement {
  const button = make('button', name, ...content)
  button.onclick = onPress
  return button
}
