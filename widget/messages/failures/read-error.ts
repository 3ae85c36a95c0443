import { failedStatusOf } from '../../../shared/error-texts.ts'
import { isMarkup } from '../../../shared/is-markup.ts'
import { isPlainObject } from '../../../shared/json.ts'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { Translate } from '../../i18n/create-translate.ts'
import { serverSentence } from '../../i18n/english-only.ts'

/** Facts of an error besides its text. */
export interface ErrorData {
  readonly code: string | undefined
  readonly message: string
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined
  /** Id for the operator's logs. */
  readonly requestId: string | undefined
}

const REQUEST_ID_IN_TEXT = /\bRequest id: ([\w-]+)/

/** Reads an error of a message or a notice, whose fields differ between the two sides of the API. */
export function readErrorData(error: unknown): ErrorData {
  const fields = objectOf(error)
  const data = objectOf(fields['data'])
  const details = objectOf(data['details'])
  const message = textOf(typeof error === 'string' ? error : fields['message']) ?? ''
  const seconds = fields['retryAfter'] ?? data['retryAfter']
  return {
    code: textOf(fields['code']),
    message,
    retryAfter: typeof seconds === 'number' && seconds > 0 ? seconds : undefined,
    requestId:
      textOf(fields['requestId'] ?? data['requestId'] ?? details['requestId']) ??
      REQUEST_ID_IN_TEXT.exec(message)?.[1],
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isPlainObject(value) ? value : {}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The message of the project's own check, written by its owner. */
const sentenceOf = (data: unknown): string =>
  textOf(objectOf(objectOf(data)['details'])['sentence'])?.trim() ?? ''

/**
 * The muted line of an error card. Known codes have our texts. Otherwise the server's sentence is shown, which the
 * server has made safe, unless it is English and the chat is in another language.
 */
export function errorDetail(t: Translate, error: unknown, locale: string): string {
  const { code, message, data } = isPlainObject(error) ? error : { message: error }
  switch (code) {
    case 'address_blocked':
      return t('error.blocked')
    case 'named_only':
      return t('error.namedOnly')
    case 'visitor_refused':
      return markInvisible(sentenceOf(data)) || t('error.notAdmitted')
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
      return serverWords(t, textOf(message)?.trim() ?? '', locale)
  }
}

function serverWords(t: Translate, text: string, locale: string): string {
  const status = failedStatusOf(text)
  if (status !== undefined) return t(statusText(status))
  if (isMarkup(text)) return t('error.unknown')
  return markInvisible(serverSentence(locale, text)) || t('error.unknown')
}

/** Text for a refusal of which only the status is known. */
function statusText(status: number) {
  if (status === 401 || status === 403) return 'error.refused'
  if (status === 413) return 'error.tooLarge'
  if (status === 429) return 'error.rateLimited'
  return status >= 500 ? 'error.unavailable' : 'error.unknown'
}
