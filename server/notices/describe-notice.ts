import { AlcoveError } from '../../shared/errors.ts'
import type { ClaimedDelivery } from '../store/store.ts'

/** Maximum of a body, as Standard Webhooks advises. */
export const NOTICE_MAX_BYTES = 20_480
/** Characters of one text: of an error, or of why a version was published. */
export const NOTICE_TEXT_MAX_CHARACTERS = 500

/** A notice as its receiver gets it. */
export interface ToldNotice {
  readonly type: string
  /** When it happened. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Words are the person's question, masked.
 *
 * @param addressOf the desk's page of a conversation; undefined: the service does not know its own address.
 * @param report of a weekly report.
 * @throws AlcoveError `too_large`.
 */
export function describeNotice(
  { projectId, notice }: Pick<ClaimedDelivery, 'projectId' | 'notice'>,
  addressOf: (projectId: string, threadId: string) => string | undefined,
  report?: object,
): string {
  const { event, threadId, data, words, createdAt } = notice
  const url = threadId === null ? undefined : addressOf(projectId, threadId)
  const told: ToldNotice = {
    type: event,
    timestamp: createdAt,
    data: {
      project: projectId,
      ...(threadId === null ? {} : { thread: threadId }),
      ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cut(value)])),
      ...(words === null ? {} : { question: words }),
      ...(url === undefined ? {} : { url }),
      ...report,
    },
  }
  const body = JSON.stringify(told)
  if (Buffer.byteLength(body) <= NOTICE_MAX_BYTES) return body
  throw new AlcoveError('too_large', `The notice is larger than ${NOTICE_MAX_BYTES} bytes.`)
}

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > NOTICE_TEXT_MAX_CHARACTERS
    ? `${value.slice(0, NOTICE_TEXT_MAX_CHARACTERS).toWellFormed()} […]`
    : value
