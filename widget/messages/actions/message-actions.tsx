import { useAtomValue, useSetAtom } from 'jotai/react'
import { Pencil, RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { Switch } from '../../../shared/look/look-options.ts'
import { messageText, type Message, type MessageRole } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isTakenAwayAtom } from '../../world/look.ts'
import { beginEditAtom, editAtom } from '../atoms/edit.ts'
import { canSpeakAtom } from '../atoms/speech.ts'
import { branchesAtom } from '../../conversation/atoms/conversation-view.ts'
import { capabilitiesAtom, isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { isDisabledAtom, reloadAnswerAtom } from '../../conversation/atoms/thread.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { offersRetry } from '../failures/end-note.ts'
import { messageHeadingId, settleTabStops, spokenElements } from '../message-element.ts'
import { BranchPicker } from './branch-picker.tsx'
import { copyCited } from '../sources/cited-copy.ts'
import { cleanCopy } from './clean-copy.ts'
import { CopyAction } from './copy-action.tsx'
import { FeedbackActions } from './feedback-actions.tsx'
import './message-actions.css'
import { MessageTime } from './message-time.tsx'
import { SpeakAction } from './speak-action.tsx'

export interface MessageActionsProps {
  message: Message
  isLast: boolean
}

/** The actions of a message. Their space is reserved while an answer grows, so the layout does not shift. */
export function MessageActions({ message, isLast }: MessageActionsProps) {
  return (
    <div className="actions" data-ui>
      {message.status?.type !== 'running' && <ActionBar message={message} isLast={isLast} />}
    </div>
  )
}

function ActionBar({ message, isLast }: MessageActionsProps) {
  const bar = useRef<HTMLDivElement>(null)
  const actions = useActions(message, isLast)

  useEffect(() => {
    // Actions appear after the message around them has settled its tab stops.
    if (bar.current !== null) settleTabStops(bar.current)
  })

  return (
    <div ref={bar} className="action-bar">
      {actions.map((action) => (
        <Action key={action} action={action} message={message} />
      ))}
      <MessageTime createdAt={message.createdAt} />
    </div>
  )
}

function useActions(message: Message, isLast: boolean): readonly MessageAction[] {
  const { id, role, status } = message
  const branches = useAtomValue(useMemo(() => branchesAtom(id), [id]))
  const edit = useAtomValue(useMemo(() => editAtom(id), [id]))
  const capabilities = useAtomValue(capabilitiesAtom)
  const isTakenAway = useAtomValue(isTakenAwayAtom)
  const actions = decideActions({
    role,
    hasText: messageText(message).trim() !== '',
    isStreaming: status?.type === 'running',
    hasFailed: status?.type === 'incomplete' && status.reason === 'error',
    offersRetry: isLast && offersRetry(message),
    isEdited: edit !== null,
    hasBranches: branches !== null,
    isRunning: useAtomValue(isRunningAtom),
    isDisabled: useAtomValue(isDisabledAtom),
    // The speech code loads after the first paint.
    can: { ...capabilities, speech: useAtomValue(canSpeakAtom) && capabilities.speech },
  })
  return actions.filter((action) => !isTakenAway(SWITCHES[action]))
}

/** Settings that remove an action. Versions of a message can always be viewed. */
const SWITCHES: Readonly<Partial<Record<MessageAction, Switch>>> = {
  copy: 'copy',
  edit: 'edit',
  reload: 'retry',
  feedback: 'feedback',
  speak: 'speak',
}

function Action({ action, message }: { action: MessageAction; message: Message }) {
  const { t } = useI18n()
  const beginEdit = useSetAtom(beginEditAtom)
  const reload = useSetAtom(reloadAnswerAtom)
  const { id, role } = message
  const describedBy = messageHeadingId(id)
  switch (action) {
    case 'branches':
      return <BranchPicker messageId={id} />
    case 'copy':
      return (
        <CopyAction
          label={t('action.copy')}
          describedBy={describedBy}
          read={() => {
            const text = messageText(message)
            // With the drawn answer, for documents and mail.
            const body = role === 'user' ? undefined : cleanCopy(spokenElements(id))
            return body ? copyCited({ text, body }, message.content, t) : { text }
          }}
        />
      )
    case 'edit':
      return (
        <IconButton
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
          label={t('action.reload')}
          aria-describedby={describedBy}
          onClick={() => reload(id)}
        >
          <RefreshCw />
        </IconButton>
      )
    case 'feedback':
      return <FeedbackActions message={message} />
    case 'speak':
      return <SpeakAction messageId={id} />
    default:
      return action satisfies never
  }
}

type MessageAction = 'copy' | 'edit' | 'reload' | 'feedback' | 'speak' | 'branches'

/** Facts that decide which actions a message offers. */
export interface ActionContext {
  readonly role: MessageRole
  /** The message has text. */
  readonly hasText: boolean
  /** The message is growing. */
  readonly isStreaming: boolean
  /** The message ended with an error. */
  readonly hasFailed: boolean
  /** The note about its end contains a button that retries. */
  readonly offersRetry: boolean
  readonly isEdited: boolean
  readonly hasBranches: boolean
  /** An answer of the thread is growing. */
  readonly isRunning: boolean
  readonly isDisabled: boolean
  readonly can: {
    readonly copy: boolean
    readonly edit: boolean
    readonly reload: boolean
    readonly feedback: boolean
    readonly speech: boolean
    readonly switchToBranch: boolean
  }
}

/** The actions that a message offers, in their order (specification, section 2). */
export function decideActions(context: ActionContext): readonly MessageAction[] {
  const { role, can, hasText, hasBranches, isRunning, isDisabled } = context
  if (role === 'system' || context.isStreaming || context.isEdited) return []
  const isAnswer = role === 'assistant'
  const offers: Record<MessageAction, boolean> = {
    branches: hasBranches && can.switchToBranch,
    copy: hasText && can.copy,
    edit: !isAnswer && can.edit,
    reload: isAnswer && can.reload && !isRunning && !isDisabled && !context.offersRetry,
    feedback: isAnswer && hasText && !context.hasFailed && can.feedback,
    speak: isAnswer && hasText && can.speech,
  }
  return ORDER.filter((action) => offers[action])
}

const ORDER: readonly MessageAction[] = ['branches', 'copy', 'edit', 'reload', 'feedback', 'speak']
