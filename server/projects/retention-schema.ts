import * as v from 'valibot'
import { wholeNumber } from '../../shared/api/option-fields.ts'
import { block, type Fields } from './config-fields.ts'

export const RETENTION_DAYS_MAX = 36_500

export interface RetentionBlock {
  /**
   * Days after the last message, from which on a conversation of a named user is removed for good. Default: it is
   * kept.
   */
  readonly namedDays?: number | undefined
  /**
   * The same for visitors without a name, whether or not they can still come back. Default: conversations of
   * visitors whose session has ended go by `anonymousIdleDays` of the limits.
   */
  readonly anonymousDays?: number | undefined
}

const days = wholeNumber(1, RETENTION_DAYS_MAX)
export const retention = block({
  namedDays: v.optional(days),
  anonymousDays: v.optional(days),
} satisfies Fields<RetentionBlock>)
