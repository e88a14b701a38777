const NAME = String.raw`-?[A-Za-z_\u00A0-\uFFFF][\w\u00A0-\uFFFF-]*`
const ATTRIBUTE = String.raw`\[${NAME}(?:[~|^$*]?=(?:"[^"\\\n]*"|${NAME}))?\]`
const PLACE = ':(?:first|last|only)-(?:child|of-type)'
const PART = String.raw`(?:[#.]${NAME}|${ATTRIBUTE}|${PLACE})`
const COMPOUND = String.raw`(?:(?:\*|${NAME})${PART}*|${PART}+)`

/**
 * Matches compounds joined one after another. The text between two of them has no other reading, so the time to match
 * is linear in its length.
 */
const SELECTOR = new RegExp(String.raw`^${COMPOUND}(?: *[>+~] *${COMPOUND}| +${COMPOUND})*$`)

/**
 * True for a selector that every browser takes: names, ids, classes, attributes and first or last places, joined by
 * spaces, `>`, `+` and `~`. Other selectors would fail in some browsers, and the widget would not be seen there.
 */
export const isPlainSelector = (text: string): boolean => SELECTOR.test(text)
