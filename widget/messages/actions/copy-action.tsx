import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { copyRich, copyText } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Time for which the check mark is shown. */
export const COPIED_MS = 2000
/** Delay, so that screen readers first speak the click itself. */
export const CLICK_ECHO_MS = 250

export interface CopyActionProps {
  /** The button's name. */
  label: string
  /** Returns the content to copy; called on a press. */
  read: () => { readonly text: string; readonly html?: string | undefined }
  describedBy?: string | undefined
}

export function CopyAction({ label, read, describedBy }: CopyActionProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  async function handleClick(): Promise<void> {
    const { text, html = '' } = read()
    const isDone = await (html === ''
      ? copyText(document, text)
      : copyRich(document, { text, html }))
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
      label={label}
      aria-describedby={describedBy}
      data-state={isCopied ? 'copied' : 'idle'}
      onClick={() => void handleClick()}
    >
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  )
}
