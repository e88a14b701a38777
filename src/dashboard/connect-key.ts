import { session, whoIs } from './session.ts'
import { createStore, useStore } from './store.ts'

export interface ConnectKey {
  id: string
  key: string
}

interface Kept extends ConnectKey {
  /** The person and the organization that the key was made for. */
  who: string
}

const kept = createStore<Kept | undefined>(undefined)

/**
 * Keeps the key that was made for an assistant until the page is loaded again. The key is shown once, so neither the
 * button Back nor a look at another page may take it away before it is pasted.
 */
export const keepConnectKey = (made: ConnectKey): void =>
  kept.set({ ...made, who: whoIs(session.get()) })

/** Returns the key that this person made for an assistant in this organization; undefined where no key was made. */
export function useConnectKey(): ConnectKey | undefined {
  const made = useStore(kept)
  return made?.who === whoIs(session.get()) ? made : undefined
}
