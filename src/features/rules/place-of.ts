import type { RulePlace } from '../../../db/rules/rule-store.ts'
import type { CursorKey } from '../../kernel/cursor.ts'

/** The rule behind which a list goes on, from a cursor of this folder: position, then id. */
export const placeOf = ([position, id]: CursorKey): RulePlace => ({
  position: Number(position),
  id: String(id),
})
