import { Check, Copy, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useAnnounce } from '../ui/announcer.tsx'
import { copyText } from '../ui/copy-text.ts'
import { IconButton } from '../ui/icon-button.tsx'

const COPIED_SHOWN_MS = 2_000
/** Delay, so that screen readers first speak the click itself. */
const CLICK_ECHO_MS = 250

export interface CopyButtonProps {
  label: string
  /** Default: the icon for copies. */
  icon?: LucideIcon
  /** Called on a press. */
  readText: () => string
}

/** Copies a text, and confirms it for two seconds. */
export function CopyButton({ label, icon = Copy, readText }: CopyButtonProps): ReactNode {
  const { t } = useI18n()
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
    announce(t('markdown.copied'), { delayMs: CLICK_ECHO_MS })
    setCopies((count) => count + 1)
  }

  const Sign = isCopied ? Check : icon

  return (
    <IconButton
      label={label}
      tooltip={isCopied ? t('markdown.copied') : undefined}
      data-state={isCopied ? 'copied' : 'idle'}
      onClick={() => void handleClick()}
    >
      <Sign />
    </IconButton>
  )
}
