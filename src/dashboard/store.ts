import { useEffect, useState } from 'preact/hooks'

/** A value that parts of the page watch. */
export interface Store<T> {
  get(): T
  set(value: T): void
  /** Calls `changed` after each change, until the returned function is called. */
  watch(changed: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const watchers = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      current = value
      for (const changed of watchers) changed()
    },
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

/** Returns the value of a store, and draws the part of the page again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({})
  useEffect(() => store.watch(() => redraw({})), [store])
  return store.get()
}
