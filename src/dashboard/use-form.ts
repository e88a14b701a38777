import { useRef, useState } from 'preact/hooks'
import { CitableError } from '../../examples/client/citable.ts'

/** A form while it is filled in and sent. */
export interface Form {
  isBusy: boolean
  /** The error that belongs to no field. */
  error: unknown
  /** Says what is wrong with a field. */
  faultOf: (name: string) => string | undefined
  onSubmit: (event: Event) => void
  reset: () => void
}

/**
 * Sends a form. What the server says of a field stands at the field, which gets the focus; all else stands above the
 * button. `names` are the fields that the form has; a deeper path of the answer belongs to the field that it begins
 * with.
 */
export function useForm(names: readonly string[], send: () => Promise<unknown>): Form {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isSending = useRef(false)
  const faults = faultsIn(error, names)
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault()
    // @NOTE the event is that of a form.
    const form = event.currentTarget as HTMLFormElement
    // A second press while the first is under way does nothing.
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setError(undefined)
    try {
      await send()
    } catch (thrown) {
      setError(thrown)
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    }
    isSending.current = false
    setBusy(false)
  }
  return {
    isBusy,
    error: faults.size > 0 ? undefined : error,
    faultOf: (name) => faults.get(name),
    onSubmit: (event) => void onSubmit(event),
    reset: () => setError(undefined),
  }
}

function faultsIn(error: unknown, names: readonly string[]): Map<string, string> {
  const faults = new Map<string, string>()
  if (!(error instanceof CitableError)) return faults
  for (const { path, message } of error.fields ?? []) {
    const name = names.find(
      (one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`),
    )
    if (name !== undefined && !faults.has(name)) faults.set(name, message)
  }
  return faults
}
