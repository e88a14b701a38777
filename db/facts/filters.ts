import { sql, type RawBuilder } from 'kysely'
import { NO_VALUE, type FactFilter } from './fact-query.ts'

/** One filter over a value's text. `contains` and `starts_with` ignore case; `%` and `_` mean themselves. */
export function filterCondition(
  label: RawBuilder<unknown>,
  { op, values }: FactFilter,
): RawBuilder<unknown> {
  const text = sql`COALESCE(${label}, ${NO_VALUE})`
  switch (op) {
    case 'is':
    case 'in':
      return sql`${text} IN (${sql.join(values)})`
    case 'is_not':
      return sql`${text} NOT IN (${sql.join(values)})`
    case 'contains':
      return anyLike(text, values, (value) => `%${escapeLike(value)}%`)
    case 'starts_with':
      return anyLike(text, values, (value) => `${escapeLike(value)}%`)
  }
}

function anyLike(
  text: RawBuilder<unknown>,
  values: readonly string[],
  pattern: (value: string) => string,
): RawBuilder<unknown> {
  const alternatives = values.map(
    (value) => sql`LOWER(${text}) LIKE LOWER(${pattern(value)}) ESCAPE '\\'`,
  )
  return sql`(${sql.join(alternatives, sql` OR `)})`
}

export const escapeLike = (value: string): string => value.replaceAll(/[\\%_]/g, String.raw`\$&`)
