import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  label: string
  value: string
  onValue: (value: string) => void
  /** A sentence that says what is wrong with the value; undefined where nothing is. */
  fault?: string | undefined
  note?: ComponentChildren
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date' | 'number'
  autocomplete?: string
  isRequired?: boolean
  maxLength?: number
  isLarge?: boolean
  placeholder?: string
}

/** Shows a field with its name above, and below it its fault or its note. */
export function Field(props: FieldProps): JSX.Element {
  const { label, value, onValue, fault, note } = props
  const { isLarge = false, isRequired = true, type = 'text', autocomplete = 'off' } = props
  const id = useId()
  const attributes = {
    id,
    type,
    value,
    required: isRequired,
    autocomplete,
    onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
    ...(props.maxLength !== undefined && { maxLength: props.maxLength }),
    ...(props.placeholder !== undefined && { placeholder: props.placeholder }),
    ...(fault !== undefined && { 'aria-invalid': 'true' }),
    ...((fault ?? note) !== undefined && { 'aria-describedby': `${id}-note` }),
  }
  return (
    <div class={isLarge ? 'field large' : 'field'}>
      <label for={id}>{label}</label>
      {/* @NOTE the types of Preact want the type of an input to be one word that is known. */}
      <input {...(attributes as InputHTMLAttributes & { type: 'text' })} />
      <NoteOf id={id} fault={fault} note={note} />
    </div>
  )
}

interface Said {
  id: string
  fault: string | undefined
  note: ComponentChildren
}

/** Shows the fault of a field, or else the note about the field. */
function NoteOf({ id, fault, note }: Said): JSX.Element | null {
  if (fault === undefined && note === undefined) return null
  return (
    <small id={`${id}-note`} class={fault === undefined ? undefined : 'down'}>
      {fault ?? note}
    </small>
  )
}

interface SelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onValue: (value: string) => void
  fault?: string | undefined
  note?: ComponentChildren
}

/** Shows a choice of one among a few options. */
export function Select({ label, value, options, onValue, fault, note }: SelectProps): JSX.Element {
  const id = useId()
  const said = fault ?? note
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={fault === undefined ? undefined : 'true'}
        aria-describedby={said === undefined ? undefined : `${id}-note`}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      <NoteOf id={id} fault={fault} note={note} />
    </div>
  )
}
