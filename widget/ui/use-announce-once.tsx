import { useEffect, useEffectEvent } from 'react'
import { useAnnounce } from './announcer.tsx'

/** The end of the answer is spoken first. */
const AFTER_ANSWER_MS = 500

/** Says that something came up, if it is news; a stored message brings none. */
export function useAnnounceOnce(text: string, isNews: boolean): void {
  const announce = useAnnounce()
  const say = useEffectEvent(() => announce(text, { delayMs: AFTER_ANSWER_MS }))
  useEffect(() => {
    if (isNews) say()
  }, [isNews])
}
