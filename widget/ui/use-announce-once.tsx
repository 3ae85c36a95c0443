import { useEffect, useEffectEvent } from 'react'
import { useAnnounce } from './announcer.tsx'

/** The end of the answer is announced first. */
const AFTER_ANSWER_MS = 500

/** Announces a new state; stored messages are not news. */
export function useAnnounceOnce(text: string, isNews: boolean): void {
  const announce = useAnnounce()
  const say = useEffectEvent(() => announce(text, { delayMs: AFTER_ANSWER_MS }))
  useEffect(() => {
    if (isNews) say()
  }, [isNews])
}
