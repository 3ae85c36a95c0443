import { useAtomValue } from 'jotai/react'
import ExternalLink from 'lucide-react/icons/external-link'
import { markInvisible } from '../../../../shared/mark-invisible.ts'
import type { Interrupt } from '../../../../shared/thread/interrupt.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { readSafeUrl } from '../../../markdown/safe-url.ts'
import { authorizationSettingsAtom } from '../../../state/server-facts.ts'
import { CopyAction } from '../actions/copy-action.tsx'

/** A code, and the page where it is typed: a link only if the operator knows the host. */
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
            {markInvisible(userCode)}
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
            <bdi>{url.href}</bdi>
          )}
        </p>
      )}
    </>
  )
}
