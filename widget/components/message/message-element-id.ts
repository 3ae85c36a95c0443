/** The DOM id of a message's article. */
export const messageElementId = (messageId: string): string => `message-${messageId}`

/** The DOM id of its heading, which describes the actions beside it. */
export const messageHeadingId = (messageId: string): string => `message-${messageId}-heading`
