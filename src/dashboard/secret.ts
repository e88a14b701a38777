import { createStore } from './store.ts'

interface Shown {
  title: string
  secret: string
}

/**
 * A secret that is shown once. It belongs to no page, so that neither the button Back nor another window that goes on
 * elsewhere takes it away before it is stored.
 */
export const shownSecret = createStore<Shown | undefined>(undefined)

export const showSecret = (title: string, secret: string): void =>
  shownSecret.set({ title, secret })
