import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { Suspense, useEffect } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import { identityAtom } from '../../world/identity.ts'
import { panelAtom } from '../../world/panel.ts'
import {
  speakingIdAtom,
  speechFailuresAtom,
  stopSpeakingAtom,
  takeBrowserVoicesAtom,
} from '../atoms/speech.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useEscapeLayer } from '../../ui/use-escape-layer.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { openedImageAtom } from '../../files/atoms/opened-image.ts'
import { useSpokenMark } from '../speech/use-spoken-mark.tsx'
import { copySelection } from './clean-copy.ts'

// Loaded on demand: most people open no image.
const ImageViewer = lazyPart(
  async () => (await import('../../files/viewer/image-viewer.tsx')).ImageViewer,
)

/** Features that all messages share: speech with its mark, clean copies, and the image viewer. */
export function MessageKeeper() {
  const { t } = useI18n()
  const store = useStore()
  const announce = useAnnounce()
  const isSpeaking = useAtomValue(speakingIdAtom) !== null
  const failures = useAtomValue(speechFailuresAtom)
  const stopSpeaking = useSetAtom(stopSpeakingAtom)
  const openedImage = useAtomValue(openedImageAtom)
  const openImage = useSetAtom(openedImageAtom)

  useEffect(() => {
    document.addEventListener('copy', copySelection)
    return () => document.removeEventListener('copy', copySelection)
  }, [])

  useEffect(() => store.set(takeBrowserVoicesAtom, window), [store])

  useSpokenMark()
  useEscapeLayer(() => stopSpeaking(), isSpeaking)

  useEffect(() => {
    if (!isSpeaking) return
    // Identity and thread may change together: only the first change finds a message being spoken.
    const leave = () => {
      if (store.get(speakingIdAtom) !== null) stopSpeaking()
    }
    const leaveClosed = () => {
      if (!store.get(panelAtom).isOpen) leave()
    }
    const stops = [
      store.sub(panelAtom, leaveClosed),
      store.sub(identityAtom, leave),
      store.sub(shownConversationAtom, leave),
    ]
    return () => stops.forEach((stop) => stop())
  }, [isSpeaking, store, stopSpeaking])

  useEffect(() => {
    if (failures > 0) announce(t('action.speakFailed'), { channel: 'alert' })
  }, [failures, announce, t])

  return (
    openedImage && (
      <Suspense>
        <ImageViewer opener={openedImage} onClose={() => openImage(null)} />
      </Suspense>
    )
  )
}
