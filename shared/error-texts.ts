// Separate constants for the loader, which imports no other texts.
export const TOOL_ABORTED_TEXT = 'Tool execution aborted'
export const ARGUMENTS_INVALID_TEXT = 'Function parameter validation failed.'
/** A write that the operator does not allow for now; the frame recognizes the refusal by it. */
export const READ_ONLY_TEXT = 'This project is read-only.'
export const INVALID_CONFIGURATION =
  'Invalid configuration: Must provide authToken, apiKey, or anonymous configuration'

/**
 * Texts that the specification fixes word for word: of identity, calls, and the start; `thread-texts.ts` has
 * the others. Separate from errors.ts, so that the loader stays small.
 */
export const ERROR_TEXTS = {
  invalidConfiguration: INVALID_CONFIGURATION,
  tokenExpiry: 'Unable to determine the token expiry',
  invalidAuthHeader: 'Invalid auth header received',
  authorizationFailed: 'Authorization failed',
  requestFailed: (status: number, body: string) => `Request failed with status ${status}, ${body}`,
  historyNotLoaded: 'Failed to load message history:',
  attachmentsNotSupported: 'Attachments are not supported',
  /** A warning, followed by its subject. */
  resultNotJson: 'tool-call result is not JSON! ',
} as const

/** Stands for the body of a failed call that is HTML or XML. */
export const MARKUP_BODY = 'a page of HTML or XML'

const FAILED_STATUS = /^Request failed with status (\d{3}), /

/** The status in a text that has nothing else for people: {@link ERROR_TEXTS.requestFailed}. */
export function failedStatusOf(text: string): number | undefined {
  const status = FAILED_STATUS.exec(text)?.[1]
  return status === undefined ? undefined : Number(status)
}
