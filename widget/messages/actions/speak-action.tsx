import { useAtomValue, useSetAtom } from 'jotai/react'
import { Square, Volume2 } from 'lucide-react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { speakAtom, speakingIdAtom, stopSpeakingAtom } from '../atoms/speech.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { readAnswer } from '../speech/answer-speech.ts'
import { messageHeadingId } from '../message-element.ts'

/** Reads an answer aloud. Meanwhile the same button stops it. */
export function SpeakAction({ messageId }: { messageId: string }) {
  const { t } = useI18n()
  const isSpeaking = useAtomValue(speakingIdAtom) === messageId
  const speak = useSetAtom(speakAtom)
  const stop = useSetAtom(stopSpeakingAtom)

  return (
    <IconButton
      label={t(isSpeaking ? 'action.stopSpeaking' : 'action.speak')}
      aria-describedby={messageHeadingId(messageId)}
      data-state={isSpeaking ? 'speaking' : 'idle'}
      onClick={() => (isSpeaking ? stop() : speak(messageId, readAnswer(messageId, t)))}
    >
      {isSpeaking ? <Square /> : <Volume2 />}
    </IconButton>
  )
}
