/**
 * Every text of the frame, and the source of truth for other locales. `{name}` is a placeholder;
 * an entry with plural forms chooses by `{n}`. No markup, no sentence glued from pieces.
 */
export const en = {
  'header.title': 'Chat',
  'header.ready': 'Assistant · usually instant',
  'header.running': 'Assistant · answering…',
  'header.offline': 'Offline',
  'header.newThread': 'New conversation',
  'header.close': 'Close',

  'thread.main': 'Conversation',
  'thread.log': 'Messages',
  'thread.latest': 'Scroll to latest',
  'thread.loading': 'Loading the conversation…',
  'thread.failed': 'The conversation could not be loaded.',
  'thread.failedHint': 'Nothing is lost. You can also start a new one.',
  'thread.greeting': 'How can we help?',
  'thread.greetingHint': 'Ask anything, or start with one of these.',
  'thread.suggestions': 'Suggestions',
  'thread.suggestion1': 'What can you do?',
  'thread.suggestion2': 'How do I get started?',
  'thread.suggestion3': 'Show me an example',

  'message.you': 'You said',
  'message.assistant': 'Assistant said',
  'message.notSent': 'Not sent',
  'message.stopped': 'Stopped',
  'message.tooLong': 'The answer reached its maximum length.',
  'message.filtered': 'The answer was ended by a content filter.',
  'message.unfinished': 'The answer ended early.',
  'message.broken': 'This message could not be shown in full. Here is its plain text.',
  'message.attachment': 'Attachment',
  'message.sources': 'Sources',
  'message.newTab': '{title} (opens in a new tab)',
  'message.thinking': 'Thinking…',
  'message.thought': 'Thought',
  'message.thoughtFor': 'Thought for {duration}',

  'tool.waiting': 'Preparing {tool}…',
  'tool.running': 'Running {tool}…',
  'tool.done': 'Ran {tool}',
  'tool.failed': '{tool} failed',
  'tool.ended': '{tool} was not finished',
  'tool.asking': '{tool} waits for your decision',
  'tool.denied': '{tool} was not allowed',
  'tool.input': 'Input',
  'tool.result': 'Result',
  'tool.showAll': 'Show all',

  'error.title': 'The answer stopped before it was finished.',
  'error.noAnswer': 'There is no answer yet.',
  'error.offline': 'The connection was lost. Your message is safe.',
  'error.rateLimited': 'Too many messages at once. Wait a moment, then try again.',
  'error.unavailable': 'The service is not available right now.',
  'error.unknown': 'Something went wrong. Your message is safe.',
  'error.sendFailed': 'Could not send. Try again is available.',
  'error.answerFailed': 'The answer failed. Try again is available.',

  'action.tryAgain': 'Try again',
  'action.copy': 'Copy',
  'action.copied': 'Copied',
  'action.copyFailed': 'Could not copy.',

  'composer.form': 'Write a message',
  'composer.field': 'Message',
  'composer.placeholder': 'Ask a question…',
  'composer.send': 'Send',
  'composer.stop': 'Stop',
  'composer.busy': 'An answer is on its way. Send when it is finished, or stop it first.',
  'composer.disclaimer': 'Answers can be wrong. Check important information.',
  'composer.count': '{n} of {limit} characters',
  'composer.over': {
    one: '{n} character too many',
    other: '{n} characters too many',
  },

  'auth.title': 'Your session has ended.',
  'auth.hint': 'Sign in again to go on. Your conversation and your draft are kept.',
  'auth.action': 'Sign in again',

  'offline.banner': 'You are offline. What you write stays here.',
  'offline.back': 'You are online again.',
  'storage.memory': 'This browser keeps no history of this chat.',

  'announce.answering': 'Assistant is answering',
  'announce.still': 'Still answering',
  'announce.stillFor': 'Still answering after {duration}',
  'announce.answer': 'Assistant: {text}',
  'announce.stopped': 'Answer stopped',
  'announce.more': {
    one: '{text}… {n} more word. The full answer is in the message list.',
    other: '{text}… {n} more words. The full answer is in the message list.',
  },
  'announce.code': {
    one: 'code block, {n} line, {language}',
    other: 'code block, {n} lines, {language}',
  },
  'announce.plainCode': { one: 'code block, {n} line', other: 'code block, {n} lines' },
  'announce.table': {
    one: 'table, {columns} columns, {n} row',
    other: 'table, {columns} columns, {n} rows',
  },
  'announce.image': 'image',

  'markdown.copyCode': 'Copy code',
  'markdown.copied': 'Copied',
  'markdown.newTab': 'opens in a new tab',
  'markdown.codeBlock': 'Code',
  'markdown.image': 'Image',
} as const

/** The forms a plural entry may have; `other` is always there. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** What every locale provides: the same keys, plural where English is plural. */
export type Catalog = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : PluralForms
}
