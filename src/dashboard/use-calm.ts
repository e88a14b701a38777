import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * Returns a value that changes often, but lets it change at most once in `everyMs` milliseconds. The last change always
 * comes.
 */
export function useCalm<T>(value: T, everyMs: number): T {
  const [calm, setCalm] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    if (value === calm) return undefined
    const left = Math.max(0, changedAt.current + everyMs - performance.now())
    const timer = setTimeout(() => {
      changedAt.current = performance.now()
      setCalm(value)
    }, left)
    return () => clearTimeout(timer)
  }, [value, calm, everyMs])
  return calm
}
