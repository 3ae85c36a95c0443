import { useAtomValue, useSetAtom } from 'jotai/react'
import { ArrowUp, Square } from 'lucide-react'
import { useRef, type MouseEvent } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { canSendAtom, canStopAtom, sendWaitAtom, stopAtom } from './atoms/composer.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** A second press within this time is a double click of the press that sent, not a wish to stop. */
const PRESS_ECHO_MS = 20

export interface SendButtonProps {
  /** The draft may not be sent as it is. */
  isBlocked: boolean
  onStopped: () => void
}

/** "Send", and during a run "Stop": one element, so that it keeps the focus. */
export function SendButton({ isBlocked, onStopped }: SendButtonProps) {
  const { t } = useI18n()
  const canStop = useAtomValue(canStopAtom)
  const wait = useAtomValue(sendWaitAtom)
  const canSend = useAtomValue(canSendAtom) && !isBlocked
  const stop = useSetAtom(stopAtom)
  const sentAt = useRef(Number.NEGATIVE_INFINITY)

  function handleClick(event: MouseEvent): void {
    const isEcho = event.detail > 1 || event.timeStamp - sentAt.current < PRESS_ECHO_MS
    if (!canStop) {
      sentAt.current = event.timeStamp
    } else if (!isEcho) {
      stop()
      onStopped()
    }
  }

  function label(): string {
    if (canStop) return t('composer.stop')
    return wait === 'files' ? t('composer.uploading') : t('composer.send')
  }

  return (
    <IconButton
      type={canStop ? 'button' : 'submit'}
      className="send-button"
      label={label()}
      data-state={canStop ? 'running' : wait ? 'waiting' : 'idle'}
      aria-disabled={!canStop && !canSend}
      // Keeps the focus, and a phone's keyboard, in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={handleClick}
    >
      {canStop ? <Square className="stop-icon" /> : <ArrowUp />}
    </IconButton>
  )
}
