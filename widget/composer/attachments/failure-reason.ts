import { failedStatusOf } from '../../../shared/error-texts.ts'
import { isMarkup } from '../../../shared/is-markup.ts'
import { englishOnly } from '../../i18n/english-only.ts'
import type { Translate } from '../../i18n/create-translate.ts'

/** Reason of a failed upload for people: words by status, else a sentence; empty without either. */
export function failureReason(t: Translate, message: string, locale: string): string {
  const status = failedStatusOf(message)
  if (status === undefined) return isMarkup(message) ? '' : englishOnly(locale, message)
  if (status === 401 || status === 403) return t('error.refused')
  if (status === 413) return t('error.tooLarge')
  if (status === 429) return t('attachment.busy')
  return status >= 500 ? t('error.unavailable') : ''
}
