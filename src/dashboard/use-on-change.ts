import { useEffect, useRef } from 'preact/hooks'

/** Acts each time that a value is another than before; not when the part is drawn first. */
export function useOnChange(value: unknown, act: () => void): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    act()
  }, [value])
}
