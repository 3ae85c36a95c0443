import { useAtomValue } from 'jotai/react'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { connectionAtom } from '../../state/session.ts'
import { isReconnectingAtom } from '../../state/thread.ts'
import './notices.css'

/**
 * A banner that comes and goes with the connection, and with the stream of a running answer. Always
 * mounted, or it would not be spoken.
 */
export function OfflineBanner() {
  const { t } = useI18n()
  const connection = useAtomValue(connectionAtom)
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const state = connection === 'online' && isReconnecting ? 'reconnecting' : connection
  return (
    <div className="banner" role="status" data-state={state}>
      {state === 'offline' && (
        <>
          <WifiOff />
          <span>{t('offline.banner')}</span>
        </>
      )}
      {state === 'reconnecting' && (
        <>
          <RefreshCw />
          <span>{t('offline.reconnecting')}</span>
        </>
      )}
    </div>
  )
}
