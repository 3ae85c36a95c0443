import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useAnnounce } from '../../widget/ui/announcer.tsx'
import { copyText } from '../../widget/ui/copy-text.ts'
import { IconButton } from '../../widget/ui/icon-button.tsx'
import { useI18n } from '../i18n/i18n.tsx'

/** Copies a text. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const [copied, setCopied] = useState<string | null>(null)

  async function handleClick(): Promise<void> {
    const isDone = await copyText(document, text)
    setCopied(isDone ? text : null)
    announce(t(isDone ? 'act.copied' : 'act.copyFailed'), { channel: isDone ? 'polite' : 'alert' })
  }

  return (
    <IconButton label={t('act.copy')} onClick={() => void handleClick()}>
      {copied === text ? <Check /> : <Copy />}
    </IconButton>
  )
}
