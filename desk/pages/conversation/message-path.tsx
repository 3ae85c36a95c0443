import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Conversation } from '../../../shared/desk/conversations.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { choicesFor, choosePath, parentKey } from './choose-path.ts'
import type { ChosenVersions } from './choose-path.ts'
import { MessageView } from './message-view.tsx'

/** The messages from the first to the last; a link to one of them shows its versions, and moves to it. */
export function MessagePath({ conversation }: { conversation: Conversation }) {
  const { t } = useI18n()
  const { messages } = conversation
  const { message: wanted } = useSearch({ strict: false }) as { message?: string }
  const [chosen, setChosen] = useState<ChosenVersions>(() =>
    wanted === undefined ? {} : choicesFor(messages, wanted),
  )
  const path = useMemo(() => choosePath(messages, chosen), [messages, chosen])

  useEffect(() => {
    if (wanted === undefined) return
    const article = document.getElementById(`message-${wanted}`)
    article?.scrollIntoView({ block: 'center' })
    article?.focus({ preventScroll: true })
  }, [wanted])

  return (
    <section className="messages" aria-label={t('thread.messages')}>
      {path.map(({ message, versions }) => (
        <MessageView
          key={message.id}
          conversation={conversation}
          message={message}
          versions={versions}
          isWanted={message.id === wanted}
          onVersion={(id) => setChosen((before) => ({ ...before, [keyOf(message.id)]: id }))}
        />
      ))}
    </section>
  )

  /** Messages of a cut conversation have parents that are not there: they begin the path. */
  function keyOf(id: string): string {
    const message = messages.find((each) => each.id === id)!
    const key = parentKey(message)
    return messages.some((each) => each.id === key) ? key : ''
  }
}
