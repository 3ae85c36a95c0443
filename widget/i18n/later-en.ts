/**
 * The texts of what comes after the first paint: the list of threads and feedback.
 * `en.ts` is read before the composer can be used. The same rules hold.
 */
export const laterEn = {
  'message.new': 'New',
  'message.continue': 'Continue',

  'feedback.title': 'What was wrong?',
  'feedback.reason1': 'Not correct',
  'feedback.reason2': 'Not helpful',
  'feedback.reason3': 'Too long',
  'feedback.comment': 'More about it',
  'feedback.send': 'Send',
  'feedback.thanks': 'Thank you for your feedback.',
  'feedback.removed': 'Feedback removed',

  'merge.question': 'You chatted here before you signed in. Keep those conversations?',
  'merge.keep': 'Keep them',
  'merge.decline': 'No, thanks',

  'threads.title': 'Conversations',
  'threads.back': 'Back to the conversation',
  'threads.untitled': 'Untitled conversation',
  'threads.running': 'answering',
  'threads.unread': 'new answer',
  'threads.today': 'Today',
  'threads.yesterday': 'Yesterday',
  'threads.lastWeek': 'Previous 7 days',
  'threads.widen': 'Show beside the conversation',
  'threads.narrow': 'Make the chat narrower',

  'threads.loading': 'Loading your conversations…',
  'threads.empty': 'No conversations yet',
  'threads.emptyHint': 'What you ask is kept here.',
  'threads.failed': 'Your conversations could not be loaded.',
  'threads.failedHint': 'Nothing is lost.',
  'threads.offline': 'You are offline. Your conversations are shown when you are back.',
  'threads.showMore': 'Show more',
  'threads.loadingMore': 'Loading more…',
  'threads.moreFailed': 'More conversations could not be loaded.',

  'threads.menu': 'More for {title}',
  'threads.rename': 'Rename',
  'threads.renameField': 'Name of the conversation',
  'threads.archive': 'Archive',
  'threads.unarchive': 'Take out of the archive',
  'threads.delete': 'Delete',

  'threads.archived': 'Archived',
  'threads.archivedTitle': 'Archived conversations',
  'threads.archivedBack': 'Back to all conversations',
  'threads.archivedEmpty': 'Nothing is archived.',
  'threads.archivedMark': 'Archived',

  'threads.search': 'Search conversations',
  'threads.clear': 'Clear',
  'threads.results': 'Search results',
  'threads.searching': 'Searching…',
  'threads.found': { one: '{n} conversation found', other: '{n} conversations found' },
  'threads.noneFound': 'No conversations found',
  'threads.noneFoundFor': 'Nothing matches “{query}”.',
  'threads.searchFailed': 'The search did not work.',
  'threads.searchOffline': 'You are offline. Search when you are back.',

  'threads.deleteTitle': 'Delete “{title}”?',
  'threads.deleteHint': 'The conversation is deleted with all its messages. This cannot be undone.',
  'threads.deleteRunningHint':
    'Its answer is stopped, and the conversation is deleted with all its messages. This cannot be undone.',
  'threads.cancel': 'Cancel',

  'threads.wasArchived': '“{title}” is archived.',
  'threads.undo': 'Undo',
  'threads.renameFailed': '“{title}” could not be renamed.',
  'threads.archiveFailed': '“{title}” could not be archived.',
  'threads.unarchiveFailed': '“{title}” could not be taken out of the archive.',
  'threads.deleteFailed': '“{title}” could not be deleted.',
  'threads.switchFailed': '“{title}” could not be opened.',

  'threads.sayArchived': 'Conversation archived. Undo available.',
  'threads.sayUnarchived': 'Conversation taken out of the archive.',
  'threads.sayRenamed': 'Conversation renamed.',
  'threads.sayDeleted': 'Conversation deleted.',
} as const
