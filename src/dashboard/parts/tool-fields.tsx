import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface FieldProps {
  label: string
  /** The name of the field in the form. */
  name: string
  /** The value in the address, which the field begins with. */
  value: string
  type?: 'text' | 'search' | 'date'
  maxLength?: number
}

/**
 * Shows a field among the tools of a page, with its name as the placeholder. The value is read when the form is sent.
 */
export function ToolField({
  label,
  name,
  value,
  type = 'text',
  maxLength,
}: FieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = value
  }, [value])
  const id = useId()
  const given = { ref: field, id, name, type, maxLength, placeholder: label }
  const input = (
    // @NOTE the types of Preact want the type of an input to be one word that is known.
    <input {...(given as typeof given & { type: 'text' })} />
  )
  // A field for a day shows its form where others show their name, so that the name stands before it.
  if (type === 'date') {
    return (
      <span class="named">
        <label class="note" for={id}>
          {label}
        </label>
        {input}
      </span>
    )
  }
  return (
    <>
      <label class="unseen" for={id}>
        {label}
      </label>
      {input}
    </>
  )
}

interface SelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onValue: (value: string) => void
}

/**
 * Shows a choice among the tools of a page, which takes effect as soon as it is made. A value that was typed into the
 * address stays among the options.
 */
export function ToolSelect({ label, value, options, onValue }: SelectProps): JSX.Element {
  const id = useId()
  const isKnown = options.some((one) => one.value === value)
  return (
    <>
      <label class="unseen" for={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {[...(isKnown ? [] : [{ value, label: value }]), ...options].map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  )
}

/** Reads a field of a form without blanks around its text; undefined where nothing is left. */
export function fieldOf(form: HTMLFormElement, name: string): string | undefined {
  const value = new FormData(form).get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
