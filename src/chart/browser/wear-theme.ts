import { isFields } from '../model/is-fields.ts'

const MAX_VALUE = 300

/** Takes on what the host looks like: light or dark, its variables, and what its frame hides at the edges. */
export function wearTheme(context: Readonly<Record<string, unknown>>): void {
  const { style } = document.documentElement
  const { theme, styles, safeAreaInsets } = context
  // Without a theme the stylesheet follows the device.
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme
  if (isFields(styles) && isFields(styles['variables'])) {
    for (const [name, value] of Object.entries(styles['variables'])) {
      const isUsable = typeof value === 'string' && value.length <= MAX_VALUE
      if (isUsable && /^--[a-z0-9-]+$/.test(name)) style.setProperty(name, value)
    }
  }
  if (!isFields(safeAreaInsets)) return
  for (const side of ['top', 'right', 'bottom', 'left']) {
    const inset = safeAreaInsets[side]
    if (typeof inset === 'number') style.setProperty(`--inset-${side}`, `${inset}px`)
  }
}
