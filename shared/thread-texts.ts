import { ARGUMENTS_INVALID_TEXT, TOOL_ABORTED_TEXT } from './error-texts.ts'

/**
 * The other texts that the specification fixes word for word, of threads, messages and tools. Separate from
 * `error-texts.ts`, so that the code before the composer stays small.
 */
export const THREAD_TEXTS = {
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
  unknownRole: (role: string) => `Unknown message role: ${role}`,
  unsupportedPart: (type: string) => `Message part type not supported by aui/v0: ${type}`,
  unsupportedPartType: (type: string) => `Unsupported part type: ${type}`,
  unsupportedPartOrChunk: (type: string) => `Unsupported part or chunk type: ${type}`,
  invalidImage: 'Invalid image data format detected',
  systemText: 'System messages must have exactly one text message part.',
  attachmentsOnUser: 'attachments are only supported for user messages',
  statusOnAssistant: 'status is only supported for assistant messages',
  stepsOnAssistant: 'metadata.steps is only supported for assistant messages',
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
  argumentsValidation: ARGUMENTS_INVALID_TEXT,
  notWaitingForHuman: (toolCallId: string) =>
    `Tool call ${toolCallId} is not waiting for human input`,
  humanSuperseded: 'Human input request was superseded by a new request',
  toolAborted: TOOL_ABORTED_TEXT,
} as const
