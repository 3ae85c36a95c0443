import { useAtomValue } from 'jotai/react'
import { RefreshCw, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { missingParts } from '../../../shared/later.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { connectionAtom } from '../../world/connection.ts'
import { isReconnectingAtom } from '../../conversation/atoms/conversations.ts'
import './notices.css'

/**
 * Shown while the connection, the stream of a running answer, or parts of the chat's own code are missing. Always
 * mounted, or it would not be announced.
 */
export function OfflineBanner() {
  const { t } = useI18n()
  const connection = useAtomValue(connectionAtom)
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny)
  const later = isReconnecting ? 'reconnecting' : isMissing ? 'incomplete' : 'online'
  const state = connection === 'online' ? later : connection
  return (
    <div className="banner" role="status" data-state={state} translate="no">
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
