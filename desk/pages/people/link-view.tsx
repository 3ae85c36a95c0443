import type { InferOutput } from 'valibot'
import type { signInLink } from '../../../shared/desk/access.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'

export type SignInLink = InferOutput<typeof signInLink>

/** A link for a person, to copy; it is shown once. */
export function LinkView({ link: { url, endsAt }, mail }: { link: SignInLink; mail: string }) {
  const { t } = useI18n()
  const { format } = usePage()
  if (url === null || endsAt === null) return <p role="status">{t('people.noLink', { mail })}</p>
  return (
    <>
      <p role="status">{t('people.linkHint', { time: format.dateTime(endsAt) })}</p>
      <CopyBox text={url} />
    </>
  )
}
