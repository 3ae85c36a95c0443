import { formatBytes } from '../../i18n/format-bytes.ts'
import type { I18n } from '../../i18n/i18n-context.tsx'
import type { FileLimits } from '../../state/attachments.ts'

/** What may be attached, before anybody picks. */
export function describeLimits(
  { fileBytes, imageBytes, filesPerMessage }: FileLimits,
  { t, locale }: I18n,
): string {
  const values = { n: filesPerMessage, size: formatBytes(locale, fileBytes) }
  if (imageBytes >= fileBytes) return t('attachment.limits', values)
  return t('attachment.limitsWithImages', {
    ...values,
    imageSize: formatBytes(locale, imageBytes),
  })
}
