import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../../../examples/client/citable.ts'
import { call } from '../request.ts'
import { useMay } from '../rights.ts'
import { appHref } from '../router.ts'
import { t } from '../texts/index.ts'
import { Ago } from './ago.tsx'

type Call = Answer<'GET /org/assistant-calls'>['data'][number]

const LOOK_EVERY_MS = 3_000
const SHOWN = 4

/** Waits for the first calls of an assistant, and shows them as they come. */
export function FirstCalls({ keyId }: { keyId: string | undefined }): JSX.Element | null {
  const mayLook = useMay()('GET /org/assistant-calls')
  const calls = useCalls(keyId, mayLook)
  if (!mayLook) return null
  if (calls.length === 0) {
    return (
      <p class="note" role="status">
        {t.connect.waiting}
      </p>
    )
  }
  return (
    <>
      <ul class="rows calls" role="status">
        {calls.toReversed().map((one) => (
          <li key={one.at} class="arrived">
            <span class="up" aria-hidden="true">
              ✓
            </span>
            <span>
              <bdi>
                {t.connect.called(one.keyName ?? t.connect.names[one.client] ?? one.client)}
              </bdi>{' '}
              <code>{one.tool}</code>
            </span>
            <span class="note">
              <Ago when={one.at} />
            </span>
          </li>
        ))}
      </ul>
      <a class="button" href={appHref('sites')}>
        {t.connect.showNumbers}
      </a>
    </>
  )
}

/** Reads the calls of a key again and again, but not while the page is hidden. */
function useCalls(keyId: string | undefined, mayLook: boolean): readonly Call[] {
  const [calls, setCalls] = useState<readonly Call[]>([])
  // A call from before this page was opened does not show that the paste worked.
  const newest = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!mayLook) return undefined
    const ending = new AbortController()
    let isLooking = false
    const look = async (): Promise<void> => {
      if (document.hidden || isLooking) return
      isLooking = true
      try {
        const { data } = await call('GET /org/assistant-calls', {
          query: { limit: SHOWN, ...(keyId !== undefined && { keyId }) },
          signal: ending.signal,
        })
        newest.current ??= keyId === undefined ? (data[0]?.at ?? '') : ''
        const after = newest.current
        setCalls(data.filter(({ at }) => at > after))
      } catch {
        // It looks again in a moment, and the page says that it waits.
      }
      isLooking = false
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [keyId, mayLook])
  return calls
}
