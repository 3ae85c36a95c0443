import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onChange` after a render in which `value` differs from the one before; not at first. */
export function useChange<Value>(
  value: Value,
  onChange: (after: Value, before: Value) => void,
): void {
  const known = useRef(value)
  const handleChange = useEffectEvent(onChange)

  useEffect(() => {
    const before = known.current
    known.current = value
    if (!Object.is(before, value)) handleChange(value, before)
  }, [value])
}
