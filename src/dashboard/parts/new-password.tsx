import type { JSX } from 'preact'
import { t } from '../texts/index.ts'
import { Field } from './field.tsx'

/** The least characters of a password, as the service requires them (`src/domain/password.ts`). */
const LEAST = 12

interface Props {
  value: string
  onValue: (value: string) => void
  fault?: string | undefined
  label?: string
}

/** Shows a field for a new password, which says how many characters are missing. */
export function NewPassword({ value, onValue, fault, label }: Props): JSX.Element {
  const count = Array.from(value.normalize('NFKC')).length
  const note =
    count > 0 && count < LEAST ? t.password.short(count, LEAST) : t.password.advice(LEAST)
  return (
    <Field
      label={label ?? t.signIn.password}
      type="password"
      autocomplete="new-password"
      value={value}
      onValue={onValue}
      fault={fault}
      note={note}
    />
  )
}
