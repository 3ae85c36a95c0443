import { useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { spokenNowAtom } from '../atoms/speech.ts'
import { findSpoken } from './answer-speech.ts'
import './spoken-mark.css'

const MARK = 'spoken'

/** Marks the sentence that is being spoken, without adding an element, so the drawn message stays the same. */
export function useSpokenMark(): void {
  const { t } = useI18n()
  const spoken = useAtomValue(spokenNowAtom)

  useEffect(() => {
    // Browsers from before 2025 mark nothing.
    if (spoken === null || !('highlights' in CSS)) return
    const range = findSpoken(spoken.messageId, t, spoken)
    if (range !== null) CSS.highlights.set(MARK, new Highlight(range))
    return () => void CSS.highlights.delete(MARK)
  }, [spoken, t])
}
