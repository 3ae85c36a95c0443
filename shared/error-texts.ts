// On their own for the loader, which takes no more of these than it says.
export const TOOL_ABORTED_TEXT = 'Tool execution aborted'
export const ARGUMENTS_INVALID_TEXT = 'Function parameter validation failed.'
/** A write that the operator does not allow for now; the frame knows the refusal by it. */
export const READ_ONLY_TEXT = 'This project is read-only.'
export const INVALID_CONFIGURATION =
  'Invalid configuration: Must provide authToken, apiKey, or anonymous configuration'

/**
 * Texts that the specification fixes word for word: of identity, calls, and what is there from the start;
 * `thread-texts.ts` has the others. Apart from errors.ts, so that the loader stays small.
 */
export const ERROR_TEXTS = {
  invalidConfiguration: INVALID_CONFIGURATION,
  tokenExpiry: 'Unable to determine the token expiry',
  invalidAuthHeader: 'Invalid auth header received',
  authorizationFailed: 'Authorization failed',
  requestFailed: (status: number, body: string) => `Request failed with status ${status}, ${body}`,
  historyNotLoaded: 'Failed to load message history:',
  attachmentsNotSupported: 'Attachments are not supported',
  /** A warning; what it was about follows it. */
  resultNotJson: 'tool-call result is not JSON! ',
} as const

/** Stands for the body of a failed call that is HTML or XML. */
export const MARKUP_BODY = 'a page of HTML or XML'

const FAILED_STATUS = /^Request failed with status (\d{3}), /

/** The status in a text that says nothing else for people: {@link ERROR_TEXTS.requestFailed}. */
export function failedStatusOf(text: string): number | undefined {
  const status = FAILED_STATUS.exec(text)?.[1]
  return status === undefined ? undefined : Number(status)
}
