import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** How long the check mark stays. */
const COPIED_MS = 2000
/** A click's own echo is spoken first. */
const CLICK_ECHO_MS = 250

export interface CopyActionProps {
  /** The answer's markdown. */
  text: string
  describedBy: string
}

export function CopyAction({ text, describedBy }: CopyActionProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  async function handleClick(): Promise<void> {
    const isDone = await copyText(document, text)
    announce(t(isDone ? 'action.copied' : 'action.copyFailed'), {
      channel: isDone ? 'polite' : 'alert',
      delayMs: CLICK_ECHO_MS,
    })
    setIsCopied(isDone)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS)
  }

  return (
    <IconButton
      className="message-action"
      label={t('action.copy')}
      aria-describedby={describedBy}
      data-state={isCopied ? 'copied' : 'idle'}
      onClick={() => void handleClick()}
    >
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  )
}
