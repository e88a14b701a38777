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
 * Keeps the key that was made for an assistant until the page is loaded again: it is shown once, and the button Back, or
 * a look at another page, must not take it away before it is pasted.
 */
export const keepConnectKey = (made: ConnectKey): void =>
  kept.set({ ...made, who: whoIs(session.get()) })

/** Reads the key that this person made for an assistant in this organization. */
export function useConnectKey(): ConnectKey | undefined {
  const made = useStore(kept)
  return made?.who === whoIs(session.get()) ? made : undefined
}
