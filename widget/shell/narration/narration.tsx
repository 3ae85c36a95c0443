import { useAtomValue, useStore } from 'jotai/react'
import { useEffect, useEffectEvent } from 'react'
import { connectionAtom } from '../../world/connection.ts'
import { identityAtom } from '../../world/identity.ts'
import { isPanelFixedAtom, panelAtom } from '../../world/panel.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { historyStateAtom } from '../../conversation/atoms/conversations.ts'
import { useAnnounce, useEmptyRegions, useMuteRegions } from '../../ui/announcer.tsx'
import { useChange } from '../../ui/use-change.tsx'
import { useRunNarration } from './use-run-narration.tsx'
import { authErrorAtom } from '../../world/identify.ts'
import { authTitleAtom } from '../../thread-list/atoms/sign-in.ts'

/** Announces events to screen readers, at turning points only. Renders nothing. */
export function Narration() {
  const store = useStore()
  const { t } = useI18n()
  const announce = useAnnounce()
  const emptyRegions = useEmptyRegions()
  const muteRegions = useMuteRegions()
  useRunNarration()

  const { isOpen, userGesture } = useAtomValue(panelAtom)
  const announceOpened = useEffectEvent(() => {
    // A person who opened the panel is moved into it. An embedded panel is read with the page.
    if (!userGesture && !store.get(isPanelFixedAtom)) announce(t('announce.opened'))
  })
  useChange(isOpen, (isNowOpen) => muteRegions(!isNowOpen))
  useEffect(() => {
    if (isOpen) announceOpened()
  }, [isOpen])

  useEffect(() => {
    let before = store.get(identityAtom)
    return store.sub(identityAtom, () => {
      // Announcements stay in the page for some seconds, where the next person would find them.
      if (before) emptyRegions()
      before = store.get(identityAtom)
    })
  }, [store, emptyRegions])

  useChange(useAtomValue(connectionAtom), (connection) => {
    // The banner is a status, so it announces going offline.
    if (connection === 'online') announce(t('offline.back'))
  })
  useChange(useAtomValue(authErrorAtom) !== null, (isSignedOut) => {
    if (isSignedOut)
      announce(`${t(store.get(authTitleAtom))} ${t('auth.hint')}`, { channel: 'alert' })
  })
  useChange(useAtomValue(historyStateAtom), (state) => {
    // The end of the session is a separate alert.
    const isSignedOut = store.get(authErrorAtom) !== null
    if (state === 'failed' && !isSignedOut) announce(t('thread.failed'), { channel: 'alert' })
  })

  return null
}
