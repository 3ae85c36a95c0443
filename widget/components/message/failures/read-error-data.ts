import { isPlainObject } from '../../../../shared/json.ts'

/** What an error knows besides its words. */
export interface ErrorData {
  readonly code: string | undefined
  readonly message: string
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined
  /** What the operator finds it by in the logs. */
  readonly requestId: string | undefined
}

const REQUEST_ID_IN_TEXT = /\bRequest id: ([\w-]+)/

/** Reads an error of a message or a notice; each side of the wire puts its facts elsewhere. */
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
