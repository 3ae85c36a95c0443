import type { JsonValue } from '../../../../shared/json.ts'
import { isPlainObject } from '../../../../shared/json.ts'
import type { Translate } from '../../../i18n/create-translate.ts'
import { markInvisible } from '../../../../shared/mark-invisible.ts'

/**
 * The muted line of an error card. Codes have words of ours; of anything else the server's own
 * sentence is shown, which it makes safe to show.
 */
export function errorDetail(t: Translate, error: JsonValue | undefined): string {
  const { code, message } = isPlainObject(error) ? error : { code: undefined, message: error }
  switch (code) {
    case 'offline':
    case 'interrupted':
      return t('error.offline')
    case 'rate_limited':
      return t('error.rateLimited')
    case 'budget_exhausted':
      return t('error.budget')
    case 'quota_exceeded':
      return t('error.quota')
    case 'unavailable':
      return t('error.unavailable')
    default:
      return typeof message === 'string' && message.trim() !== ''
        ? markInvisible(message)
        : t('error.unknown')
  }
}
