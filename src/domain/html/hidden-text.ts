import { findHidden } from '../../protocol/lint/hidden-characters.ts'

/**
 * Matches every text with hidden characters and a few others, so that most lines need no closer look. Astral characters
 * are known by their high surrogate.
 */
const MAY_HIDE =
  /[\u034F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uD80D\uD82F\uD834\uDB40-\uDBFF\uE000-\uF8FF]|[\uFE00-\uFE0F]|[\uFEFF\uFFA0\uFFF0-\uFFFB]/

/**
 * Matches variation selectors of Han characters: 240 invisible variants behind each character could carry a hidden
 * byte.
 */
const HAN_FORMS = /[\u{E0100}-\u{E01EF}]/gu

/**
 * Strips characters that readers do not see, such as soft hyphens, joiners, direction marks and tags: they could hold
 * words for a model alone or break words apart. Those that emoji and scripts need stay. White space is left as it is.
 */
export function stripHiddenCharacters(text: string): string {
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
