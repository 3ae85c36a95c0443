import { useAtomValue } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import { isRunningAtom, memoryBeginsAtAtom } from '../../conversation/atoms/conversations.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'

export interface MemoryMarkProps {
  id: string
  /** The previous message; `undefined`: this message is the first. */
  previousId: string | undefined
}

/** Line above the first message that the model remembers. */
export function MemoryMark({ id, previousId }: MemoryMarkProps) {
  const { t } = useI18n()
  const beginsAt = useAtomValue(memoryBeginsAtAtom)
  if (beginsAt !== id || previousId === undefined) return null
  return (
    <div className="log-mark memory-mark" data-ui>
      <span>{t('message.forgotten')}</span>
    </div>
  )
}

/** The end of the answer is announced first. */
const AFTER_ANSWER_MS = 500

/** Announces the line when an answer brings it, and neither when it moves nor for stored messages. */
export function MemoryNews() {
  const { t } = useI18n()
  const announce = useAnnounce()
  const isMarked = useAtomValue(memoryBeginsAtAtom) !== null
  const isRunning = useAtomValue(isRunningAtom)
  const say = useEffectEvent(() => {
    if (isRunning) announce(t('message.forgotten'), { delayMs: AFTER_ANSWER_MS })
  })
  useEffect(() => {
    if (isMarked) say()
  }, [isMarked])
  return null
}
