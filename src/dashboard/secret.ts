import { createStore } from './store.ts'

interface Shown {
  title: string
  secret: string
}

/**
 * The secret that is shown once; undefined while no secret is shown. It belongs to no page, so neither the button Back
 * nor a change of the session in another window takes it away before it is stored.
 */
export const shownSecret = createStore<Shown | undefined>(undefined)

export const showSecret = (title: string, secret: string): void =>
  shownSecret.set({ title, secret })
