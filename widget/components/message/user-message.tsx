import { useAtomValue } from 'jotai/react'
import { Suspense, useMemo } from 'react'
import { messageText } from '../../../shared/thread/message.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { editAtom } from '../../state/edit.ts'
import { queuedAtom } from '../../state/queued.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ActionsRoom } from './actions/actions-room.tsx'
import { NotSent } from './failures/not-sent.tsx'
import { UserFiles } from './parts/user-files.tsx'

const EditView = lazyPart(async () => (await import('./edit-view.tsx')).EditView)

export interface UserMessageProps {
  message: Message
  isLast: boolean
}

/** The user's words, literally as typed: never read as markdown. Being edited, a field with them. */
export function UserMessage({ message, isLast }: UserMessageProps) {
  const edit = useAtomValue(useMemo(() => editAtom(message.id), [message.id]))
  const queued = useAtomValue(useMemo(() => queuedAtom(message.id), [message.id]))
  const text = messageText(message)
  const words = (
    <>
      {text !== '' && (
        <p className="slip plain-text" dir={readPlainDirection(text)}>
          {text}
        </p>
      )}
      <UserFiles message={message} />
    </>
  )

  return (
    <div className="user-turn">
      {edit === null ? (
        words
      ) : (
        <Suspense fallback={words}>
          <EditView message={message} edit={edit} />
        </Suspense>
      )}
      <NotSent id={message.id} />
      {queued === null && <ActionsRoom message={message} isLast={isLast} />}
    </div>
  )
}
