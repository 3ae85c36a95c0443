import { useAtomValue, useStore } from 'jotai/react'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { connectionAtom } from '../../state/connection.ts'
import {
  historyStateAtom,
  isReconnectingAtom,
  reloadHistoryAtom,
} from '../../conversation/atoms/thread.ts'
import { missingParts } from '../../ui/lazy-part.tsx'
import './notices.css'

/**
 * A banner that comes and goes with the connection, with the stream of a running answer, and with
 * what of the chat itself did not come. Always mounted, or it would not be spoken.
 */
export function OfflineBanner() {
  const { t } = useI18n()
  const connection = useAtomValue(connectionAtom)
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const isMissing = useMissingParts()
  const later = isReconnecting ? 'reconnecting' : isMissing ? 'incomplete' : 'online'
  const state = connection === 'online' ? later : connection
  return (
    <div className="banner" role="status" data-state={state}>
      {state === 'offline' && (
        <>
          <WifiOff />
          <span>{t('offline.banner')}</span>
        </>
      )}
      {(state === 'reconnecting' || state === 'incomplete') && (
        <>
          <RefreshCw />
          <span>{t(`offline.${state}`)}</span>
        </>
      )}
    </div>
  )
}

/** Whether parts of the chat are missing. Once all are there, what failed without them is tried again. */
function useMissingParts(): boolean {
  const store = useStore()
  const wasMissing = useRef(false)
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny)

  useEffect(() => {
    const hasCome = wasMissing.current && !isMissing
    wasMissing.current = isMissing
    if (hasCome && store.get(historyStateAtom) === 'failed') void store.set(reloadHistoryAtom)
  }, [isMissing, store])

  return isMissing
}
