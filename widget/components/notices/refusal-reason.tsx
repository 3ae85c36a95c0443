import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Notice } from '../../state/failures.ts'
import { errorDetail } from '../message/failures/error-detail.ts'
import { readErrorData } from '../message/failures/read-error-data.ts'
import { CountdownText } from '../message/failures/retry-countdown.tsx'

/** Codes that have words of ours; the others' texts are for developers. */
const TOLD: readonly string[] = [
  'offline',
  'interrupted',
  'rate_limited',
  'budget_exhausted',
  'quota_exceeded',
  'unavailable',
]

/** Why an answer was not made again, and from when on it could be; nothing where nobody knows. */
export function RefusalReason({ error }: { error: Notice['error'] }) {
  const { t } = useI18n()
  if (!TOLD.includes(error.code)) return null
  const { code, retryAfter } = readErrorData(error)
  if (code !== 'rate_limited' || retryAfter === undefined) {
    return ` ${errorDetail(t, { code: error.code, message: error.message })}`
  }
  return (
    <>
      {' '}
      {/* The bar around it is spoken whenever it changes; the seconds are not worth it. */}
      <span aria-live="off">
        <CountdownText seconds={retryAfter} />
      </span>
    </>
  )
}
