import { type ReactNode, useEffect, useState } from 'react'
import { useAnnounce } from '../ui/announcer.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useLabels } from './labels.ts'

const COPIED_SHOWN_MS = 2_000
/** A click's own echo is spoken first. */
const CLICK_ECHO_MS = 250

export interface CopyButtonProps {
  /** Absent: there is no button. */
  label: string | undefined
  /** Asked for when it is pressed. */
  readText: () => string
}

/** Copies a text, and says so for two seconds. */
export function CopyButton({ label, readText }: CopyButtonProps): ReactNode {
  const labels = useLabels()
  const announce = useAnnounce()
  const [copies, setCopies] = useState(0)
  const isCopied = copies > 0

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copies])

  async function handleClick(): Promise<void> {
    if (!(await copyText(document, readText()))) return
    announce(labels.copied, { delayMs: CLICK_ECHO_MS })
    setCopies((count) => count + 1)
  }

  if (label === undefined) return null
  return (
    <button
      type="button"
      className="md-tool"
      data-state={isCopied ? 'copied' : 'idle'}
      onClick={() => void handleClick()}
    >
      {isCopied ? labels.copied : label}
    </button>
  )
}
