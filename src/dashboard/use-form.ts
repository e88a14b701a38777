import { useRef, useState } from 'preact/hooks'
import { CitableError } from '../../examples/client/citable.ts'

/** The state of a form while it is filled in and sent. */
export interface Form {
  isBusy: boolean
  /** The error of the last attempt that belongs to no field. */
  error: unknown
  /** Returns the sentence that says what is wrong with a field; undefined where nothing is. */
  faultOf: (name: string) => string | undefined
  onSubmit: (event: Event) => void
  reset: () => void
}

/**
 * Makes the state of a form and sends the form. The server's fault of a field is shown at that field, which gets the
 * focus; any other error is `error`. `names` are the fields of the form; a deeper path in the fault belongs to the
 * field that it begins with.
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
