import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CitableError } from '../../../examples/client/citable.ts'
import { t } from '../texts/index.ts'

interface FaultProps {
  error: unknown
  /** Sends the request again; without it, there is no button. */
  retry?: (() => void) | undefined
}

/** Shows an error: the server's words, the id of the request, and when it may be tried again; null without an error. */
export function Fault({ error, retry }: FaultProps): JSX.Element | null {
  if (error === undefined) return null
  const known = error instanceof CitableError ? error : undefined
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{titleOf(known)}</strong>
      </p>
      <p>
        <bdi>{reasonOf(error)}</bdi>
      </p>
      {known?.required.length ? <p>{t.fault.scopes(known.required.join(', '))}</p> : null}
      {known?.requestId !== undefined && (
        <p class="note">
          {t.fault.request} <code>{known.requestId}</code>
        </p>
      )}
      {retry && (
        <Again key={known?.requestId} retry={retry} afterSeconds={known?.retryAfterSeconds ?? 0} />
      )}
    </div>
  )
}

/** Shows the button that tries again; it counts down where the server says how long to wait. */
function Again({ retry, afterSeconds }: { retry: () => void; afterSeconds: number }): JSX.Element {
  const [left, setLeft] = useState(Math.ceil(afterSeconds))
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <div class="tools">
      <button type="button" aria-disabled={left > 0} onClick={() => left <= 0 && retry()}>
        {left > 0 ? t.fault.againIn(left) : t.fault.again}
      </button>
    </div>
  )
}

function titleOf(error: CitableError | undefined): string {
  if (!error) return t.fault.unreachable
  const { status } = error
  if (status === 403) return t.fault.forbidden
  if (status === 404) return t.fault.missing
  if (status === 429) return t.fault.tooOften
  if (status >= 500) return t.fault.server
  return t.fault.refused
}

/**
 * Returns the words of the server, or of the page where the server did not answer: the browser's words about a broken
 * connection help no reader.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof CitableError)) return t.fault.connection
  if (error.code === 'NO_ENVELOPE') return t.fault.strange
  return [error.reason, ...(error.fields ?? []).map(({ message }) => message)].join('; ')
}
