import { findHidden } from '../prompt-policy/hidden-characters.ts'

/**
 * Holds for every text with something to take out, and for some others: most lines of a page need no closer look. Astral
 * characters are known by the first half of their pair.
 */
const MAY_HIDE =
  /[\u034F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uD80D\uD82F\uD834\uDB40-\uDBFF\uE000-\uF8FF]|[\uFE00-\uFE0F]|[\uFEFF\uFFA0\uFFF0-\uFFFB]/

/** Forms of a Han character differ by little, and one of 240 behind each character carries a byte that nobody sees. */
const HAN_FORMS = /[\u{E0100}-\u{E01EF}]/gu

/**
 * Text without the characters that nobody sees, such as soft hyphens, joiners, direction marks and tags, which could hold
 * words for a model alone or break words apart. Those that emoji and scripts need stay. White space is left as it is.
 */
export function withoutHidden(text: string): string {
  if (!MAY_HIDE.test(text)) return text
  const plain = text.replaceAll(HAN_FORMS, '')
  let seen = ''
  let end = 0
  for (const span of findHidden(plain)) {
    seen += plain.slice(end, span.start)
    end = span.end
  }
  return seen + plain.slice(end)
}
