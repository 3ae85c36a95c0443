// On their own for the loader, which takes no more of these than it says.
export const TOOL_ABORTED_TEXT = 'Tool execution aborted'
export const INVALID_CONFIGURATION =
  'Invalid configuration: Must provide authToken, apiKey, or anonymous configuration'

/** Texts that the specification fixes word for word. Apart from errors.ts, so that the loader stays small. */
export const ERROR_TEXTS = {
  // identity and calls
  invalidConfiguration: INVALID_CONFIGURATION,
  tokenExpiry: 'Unable to determine the token expiry',
  invalidAuthHeader: 'Invalid auth header received',
  authorizationFailed: 'Authorization failed',
  requestFailed: (status: number, body: string) => `Request failed with status ${status}, ${body}`,

  // threads
  threadNotFound: 'Thread not found',
  threadNotInitialized: 'Thread is not yet initialized',
  threadNotInitializedOrArchived: 'Thread is not yet initialized or already archived',
  threadNotArchived: 'Thread is not archived',
  threadDeletedBeforeStart: 'Thread was deleted before runtime was started',
  cannotEnsureNewThread: 'Cannot ensure new thread is not main',
  /** An operation of the thread list that an adapter does not have. */
  adapterLacks: (
    operation:
      | 'switching to thread'
      | 'switching to new thread'
      | 'renaming'
      | 'archiving'
      | 'unarchiving'
      | 'deleting',
  ) => `External store adapter does not support ${operation}`,
  methodNotImplemented: 'Method not implemented.',

  // messages and their parts
  messageNotFound: 'Message not found',
  parentNotFound: 'Parent message not found in thread',
  noOriginalMessages: 'No original messages found',
  historyNotLoaded: 'Failed to load message history:',
  unknownRole: (role: string) => `Unknown message role: ${role}`,
  unsupportedPart: (type: string) => `Message part type not supported by aui/v0: ${type}`,
  unsupportedPartType: (type: string) => `Unsupported part type: ${type}`,
  unsupportedPartOrChunk: (type: string) => `Unsupported part or chunk type: ${type}`,
  invalidImage: 'Invalid image data format detected',
  systemText: 'System messages must have exactly one text message part.',
  attachmentsOnUser: 'attachments are only supported for user messages',
  statusOnAssistant: 'status is only supported for assistant messages',
  stepsOnAssistant: 'metadata.steps is only supported for assistant messages',

  // attachments
  attachmentsNotSupported: 'Attachments are not supported',
  attachmentNotFound: 'Attachment not found',
  attachmentNotUploaded: 'Attachment not uploaded',
  unknownAttachmentType: (type: string) => `Unknown attachment type: ${type}`,
  fileTypeNotAccepted: (type: string, accepted: string) =>
    `File type ${type} is not accepted. Accepted types: ${accepted}`,

  // what a runtime can do
  editInProgress: 'Edit already in progress',
  unsupportedEditing: 'Runtime does not support editing.',
  unsupportedReloading: 'Runtime does not support reloading messages.',
  unsupportedResuming: 'Runtime does not support resuming runs.',
  unsupportedCancelling: 'Runtime does not support cancelling runs.',
  unsupportedToolResults: 'Runtime does not support tool results.',
  unsupportedSwitching: 'Runtime does not support switching branches.',
  feedbackNotConfigured: 'Feedback adapter not configured',
  speechNotConfigured: 'Speech adapter not configured',
  nothingSpoken: 'No message is being spoken',

  // tools
  argumentsParsing: 'Function parameter parsing failed.',
  argumentsValidation: 'Function parameter validation failed.',
  /** A warning; what it was about follows it. */
  resultNotJson: 'tool-call result is not JSON! ',
  notWaitingForHuman: (toolCallId: string) =>
    `Tool call ${toolCallId} is not waiting for human input`,
  humanSuperseded: 'Human input request was superseded by a new request',
  toolAborted: TOOL_ABORTED_TEXT,
} as const
