import { useAtomValue } from 'jotai/react'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { connectionAtom } from '../../state/session.ts'
import './notices.css'

/** A banner that comes and goes with the connection. Always mounted, or it would not be spoken. */
export function OfflineBanner() {
  const { t } = useI18n()
  const connection = useAtomValue(connectionAtom)
  return (
    <div className="banner" role="status" data-state={connection}>
      {connection === 'offline' && (
        <>
          <WifiOff />
          <span>{t('offline.banner')}</span>
        </>
      )}
    </div>
  )
}
