import { useState } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { JsonValue } from '../../../../shared/json.ts'
import type { Message } from '../../../../shared/thread/message.ts'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { CLICK_ECHO_MS } from './copy-action.tsx'
import { messageHeadingId } from '../message-element-id.ts'
import { readErrorData } from '../failures/read-error-data.ts'

export interface CopyDetailsProps {
  message: Message
  error: JsonValue | undefined
}

/** What somebody who helps needs to find the error again. Nothing of what was said is in it. */
export function CopyDetails({ message, error }: CopyDetailsProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)

  async function handleClick(): Promise<void> {
    const isDone = await copyText(document, detailsOf(message, error))
    setIsCopied(isDone)
    announce(t(isDone ? 'action.copied' : 'action.copyFailed'), { delayMs: CLICK_ECHO_MS })
  }

  return (
    <button
      type="button"
      className="text-button"
      aria-describedby={messageHeadingId(message.id)}
      onClick={() => void handleClick()}
    >
      {t(isCopied ? 'action.copied' : 'action.copyDetails')}
    </button>
  )
}

function detailsOf({ id, createdAt }: Message, error: JsonValue | undefined): string {
  const { code, message, requestId } = readErrorData(error)
  return JSON.stringify({ requestId, code, message, messageId: id, time: createdAt }, null, 2)
}
