import { useAtomValue, useSetAtom } from 'jotai/react'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useMemo, useRef } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { messageText } from '../../../../shared/thread/message.ts'
import type { Message } from '../../../../shared/thread/message.ts'
import { beginEditAtom, editAtom } from '../../../state/edit.ts'
import {
  branchesAtom,
  capabilitiesAtom,
  isDisabledAtom,
  isRunningAtom,
  reloadAnswerAtom,
} from '../../../state/thread.ts'
import { canSpeakAtom } from '../../../state/speech.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { BranchPicker } from './branch-picker.tsx'
import { cleanCopy } from './clean-copy.ts'
import { CopyAction } from './copy-action.tsx'
import { decideActions } from './decide-actions.ts'
import type { MessageAction } from './decide-actions.ts'
import { offersRetry } from '../failures/end-note.ts'
import { FeedbackActions } from './feedback-actions.tsx'
import { messageElementId, messageHeadingId, setTabStops } from '../message-element.ts'
import { SpeakAction } from './speak-action.tsx'
import './message-actions.css'
// What an action, or a message, leads to may be needed when the connection is gone.
import '../edit-view.tsx'
import '../failures/queued-note.tsx'

export interface MessageActionsProps {
  message: Message
  isLast: boolean
}

/** What can be done with a message. */
export function MessageActions({ message, isLast }: MessageActionsProps) {
  const { t } = useI18n()
  const { id, role, status } = message
  const bar = useRef<HTMLDivElement>(null)
  const beginEdit = useSetAtom(beginEditAtom)
  const reload = useSetAtom(reloadAnswerAtom)
  const branches = useAtomValue(useMemo(() => branchesAtom(id), [id]))
  const edit = useAtomValue(useMemo(() => editAtom(id), [id]))
  const capabilities = useAtomValue(capabilitiesAtom)
  const text = messageText(message)
  const describedBy = messageHeadingId(id)
  const actions = decideActions({
    role,
    hasText: text.trim() !== '',
    isStreaming: status?.type === 'running',
    hasFailed: status?.type === 'incomplete' && status.reason === 'error',
    offersRetry: isLast && offersRetry(message),
    isEdited: edit !== null,
    hasBranches: branches !== null,
    isRunning: useAtomValue(isRunningAtom),
    isDisabled: useAtomValue(isDisabledAtom),
    // The voice itself is fetched after the first paint.
    can: { ...capabilities, speech: useAtomValue(canSpeakAtom) && capabilities.speech },
  })

  useEffect(() => {
    // Actions come and go after the message around them has settled its tab stops.
    const isCurrent = bar.current?.closest('article')?.dataset['current'] !== 'false'
    if (bar.current !== null) setTabStops(bar.current, isCurrent)
  })

  function draw(action: MessageAction) {
    switch (action) {
      case 'branches':
        return branches && <BranchPicker key={action} messageId={id} place={branches} />
      case 'copy':
        return (
          <CopyAction
            key={action}
            label={t('action.copy')}
            describedBy={describedBy}
            read={() => ({ text, html: role === 'user' ? undefined : richCopy(id) })}
          />
        )
      case 'edit':
        return (
          <IconButton
            key={action}
            label={t('action.edit')}
            aria-describedby={describedBy}
            data-action="edit"
            onClick={() => beginEdit(id)}
          >
            <Pencil />
          </IconButton>
        )
      case 'reload':
        return (
          <IconButton
            key={action}
            label={t('action.reload')}
            aria-describedby={describedBy}
            onClick={() => reload(id)}
          >
            <RefreshCw />
          </IconButton>
        )
      case 'feedback':
        return <FeedbackActions key={action} message={message} />
      case 'speak':
        return <SpeakAction key={action} messageId={id} />
      default:
        return action satisfies never
    }
  }

  return (
    <div ref={bar} className="action-bar">
      {actions.map(draw)}
    </div>
  )
}

/** An answer as it is drawn, for documents and mail. */
function richCopy(messageId: string): string {
  const article = document.getElementById(messageElementId(messageId))
  return cleanCopy(article?.querySelectorAll('[data-speech]') ?? []).innerHTML
}
