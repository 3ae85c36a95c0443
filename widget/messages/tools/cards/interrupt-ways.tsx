import { useAtomValue } from 'jotai/react'
import { ExternalLink } from 'lucide-react'
import { markAllInvisible } from '../../../../shared/mark-invisible.ts'
import type { Interrupt } from '../../../../shared/thread/interrupt.ts'
import { authorizationSettingsAtom } from '../../../world/server-facts.ts'
import { readSafeUrl } from '../../../markdown/safe-url.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { CopyAction } from '../../actions/copy-action.tsx'

/** Link to the site's page that connects an account, or a hint at where to look for one. */
export function ConnectAccount({ interrupt }: { interrupt: Interrupt }) {
  const { t } = useI18n()
  const { connectUrl } = useAtomValue(authorizationSettingsAtom)
  const address = connectAddress(connectUrl, interrupt, location.href)
  const connection = markAllInvisible(interrupt.connection ?? interrupt.toolCall.name)
  const scopes = (interrupt.scopes ?? interrupt.requiredScopes ?? []).map(markAllInvisible)

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

/**
 * URL of the operator's page where an account is connected, with the purpose as a parameter. Never an address from
 * the interrupt itself. `undefined` without a page, or if its address is outside of the web.
 */
export function connectAddress(
  connectUrl: string | undefined,
  { connection, scopes, requiredScopes, authorizationParams }: Interrupt,
  base: string,
): string | undefined {
  if (connectUrl === undefined || !URL.canParse(connectUrl, base)) return undefined
  const url = new URL(connectUrl, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (connection !== undefined) url.searchParams.set('connection', connection)
  for (const scope of scopes ?? requiredScopes ?? []) url.searchParams.append('scopes', scope)
  for (const [name, value] of Object.entries(authorizationParams ?? {})) {
    const isTaken = url.searchParams.has(name) || name === 'connection' || name === 'scopes'
    const isPlain = typeof value === 'string' || typeof value === 'number'
    if (!isTaken && isPlain) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** A code with the page where it is typed: a link only if the operator has listed the host. */
export function DeviceCode({ interrupt }: { interrupt: Interrupt }) {
  const { t } = useI18n()
  const { verificationHosts } = useAtomValue(authorizationSettingsAtom)
  const { userCode, verificationUri = '' } = interrupt
  const url = readSafeUrl(verificationUri)
  const isKnown = url?.protocol === 'https:' && verificationHosts.includes(url.host)

  return (
    <>
      <p>{t('interrupt.deviceHint')}</p>
      {userCode !== undefined && (
        <p className="device-code">
          <output aria-label={t('interrupt.code')} dir="ltr" translate="no">
            {markAllInvisible(userCode)}
          </output>
          <CopyAction label={t('interrupt.copyCode')} read={() => ({ text: userCode })} />
        </p>
      )}
      {url !== undefined && (
        <p dir="ltr">
          {isKnown ? (
            <a
              className="decision-button"
              href={url.href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('interrupt.deviceLink', { address: url.href })}
            >
              {url.href} <ExternalLink />
            </a>
          ) : (
            <bdi translate="no">{url.href}</bdi>
          )}
        </p>
      )}
    </>
  )
}
