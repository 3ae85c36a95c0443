import { useI18n } from '../../i18n/i18n.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'

/** A new secret, to copy: no other page shows it. */
export function SecretView({ secret }: { secret: string }) {
  const { t } = useI18n()
  return (
    <>
      <p role="status">{t('notices.secretOnce')}</p>
      <CopyBox text={secret} />
    </>
  )
}
