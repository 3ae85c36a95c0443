import { useAtomValue, useStore } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import { connectionAtom } from '../../world/connection.ts'
import { identityAtom } from '../../world/identity.ts'
import { isPanelFixedAtom, panelAtom } from '../../world/panel.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { historyStateAtom } from '../../conversation/atoms/conversations.ts'
import { useAnnounce, useEmptyRegions } from '../../ui/announcer.tsx'
import { useChange } from '../../ui/use-change.tsx'
import { useRunNarration } from './use-run-narration.tsx'
import { authErrorAtom } from '../../world/identify.ts'
import { authTitleAtom } from '../../thread-list/atoms/sign-in.ts'

/** Tells screen readers what happens, at turning points only. Draws nothing. */
export function Narration() {
  const store = useStore()
  const { t } = useI18n()
  const announce = useAnnounce()
  const emptyRegions = useEmptyRegions()
  useRunNarration()

  const { isOpen, userGesture } = useAtomValue(panelAtom)
  const tellOpened = useEffectEvent(() => {
    // Whoever opened it is led into it; one that is a part of the page is read with the page.
    if (!userGesture && !store.get(isPanelFixedAtom)) announce(t('announce.opened'))
  })
  useEffect(() => {
    if (isOpen) tellOpened()
  }, [isOpen])

  useEffect(() => {
    let before = store.get(identityAtom)
    return store.sub(identityAtom, () => {
      // What was told to one person is in the page for some seconds, where the next would find it.
      if (before) emptyRegions()
      before = store.get(identityAtom)
    })
  }, [store, emptyRegions])

  useChange(useAtomValue(connectionAtom), (connection) => {
    // Going offline is said by the banner, which is a status itself.
    if (connection === 'online') announce(t('offline.back'))
  })
  useChange(useAtomValue(authErrorAtom) !== null, (isSignedOut) => {
    if (isSignedOut)
      announce(`${t(store.get(authTitleAtom))} ${t('auth.hint')}`, { channel: 'alert' })
  })
  useChange(useAtomValue(historyStateAtom), (state) => {
    // The end of the session is an alert of its own.
    const isSignedOut = store.get(authErrorAtom) !== null
    if (state === 'failed' && !isSignedOut) announce(t('thread.failed'), { channel: 'alert' })
  })

  return null
}
