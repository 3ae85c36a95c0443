import { useAtomValue } from 'jotai/react'
import ExternalLink from 'lucide-react/icons/external-link'
import type { Interrupt } from '../../../../shared/thread/interrupt.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { authorizationSettingsAtom } from '../../../state/server-facts.ts'
import { connectAddress } from './connect-address.ts'

/** The way to the site's page that connects an account, or where to look for one. */
export function ConnectAccount({ interrupt }: { interrupt: Interrupt }) {
  const { t } = useI18n()
  const { connectUrl } = useAtomValue(authorizationSettingsAtom)
  const address = connectAddress(connectUrl, interrupt, location.href)
  const connection = interrupt.connection ?? interrupt.toolCall.name
  const scopes = interrupt.scopes ?? interrupt.requiredScopes ?? []

  return (
    <>
      <p>
        {t(address === undefined ? 'interrupt.noConnectPage' : 'interrupt.connectHint', {
          connection,
        })}
      </p>
      {scopes.length > 0 && <p>{t('interrupt.scopes', { scopes: scopes.join(', ') })}</p>}
      {address !== undefined && (
        <a
          className="decision-button decision-link"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('interrupt.connect', { connection })}
          <ExternalLink />
        </a>
      )}
    </>
  )
}
