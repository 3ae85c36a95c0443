import { useEffect, useRef, useState } from 'react'
import type { ToolLook } from './describe-tool.ts'

/** Milliseconds that a call took, if its run was seen from here; a stored one does not know. */
export function useToolDuration(look: ToolLook): number | null {
  const startedAt = useRef<number | null>(null)
  const [durationMs, setDurationMs] = useState<number | null>(null)

  useEffect(() => {
    if (look === 'running') startedAt.current ??= performance.now()
    else if (look === 'asking' || look === 'waiting') startedAt.current = null
    else if (startedAt.current !== null) {
      setDurationMs(performance.now() - startedAt.current)
      startedAt.current = null
    }
  }, [look])

  return durationMs
}
