import { useEffect, useRef } from 'preact/hooks'

/** Calls `act` each time that a value differs from the one before, but not when the part is first drawn. */
export function useOnChange(value: unknown, act: () => void): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    act()
  }, [value])
}
