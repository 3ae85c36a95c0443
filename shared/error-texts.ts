/** Texts that the specification fixes word for word. Apart from errors.ts, so that the loader stays small. */
export const ERROR_TEXTS = {
  invalidConfiguration:
    'Invalid configuration: Must provide authToken, apiKey, or anonymous configuration',
  tokenExpiry: 'Unable to determine the token expiry',
  invalidAuthHeader: 'Invalid auth header received',
  authorizationFailed: 'Authorization failed',
  threadNotFound: 'Thread not found',
  messageNotFound: 'Message not found',
  parentNotFound: 'Parent message not found in thread',
  unsupportedPart: (type: string) => `Message part type not supported by aui/v0: ${type}`,
  requestFailed: (status: number, body: string) => `Request failed with status ${status}, ${body}`,
  unknownRole: (role: string) => `Unknown message role: ${role}`,
  systemText: 'System messages must have exactly one text message part.',
  attachmentsOnUser: 'attachments are only supported for user messages',
  statusOnAssistant: 'status is only supported for assistant messages',
  stepsOnAssistant: 'metadata.steps is only supported for assistant messages',
  invalidImage: 'Invalid image data format detected',
  editInProgress: 'Edit already in progress',
} as const
