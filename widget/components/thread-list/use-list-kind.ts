import { useEffect, useRef, useState } from 'react'

/** Which threads are shown; the focus goes along, since the pressed button leaves. */
export function useListKind(focusHeading: () => void) {
  const [kind, setKind] = useState<'regular' | 'archived'>('regular')
  const archivedRef = useRef<HTMLButtonElement>(null)
  const known = useRef(kind)

  useEffect(() => {
    if (known.current === kind) return
    known.current = kind
    if (kind === 'archived') focusHeading()
    else archivedRef.current?.focus()
  }, [kind, focusHeading])

  return { kind, setKind, archivedRef }
}
