/**
 * The texts of the header's menu and of what it opens, which come when it is opened. The rules of `en.ts`
 * hold.
 */
export const menuEn = {
  'menu.context': 'What this page shares',
  'menu.transcript': 'Save conversation',
  'menu.print': 'Print',
  'menu.settings': 'Settings',
  'menu.shortcuts': 'Keyboard shortcuts',
  'menu.person': 'Talk to a person',
  'menu.clear': 'Delete my data',

  'context.hint':
    'The assistant reads this with each of your messages. What you switch off stays out.',

  'transcript.hint': 'All of it, as a file on this device.',
  'transcript.text': 'Text (Markdown)',
  'transcript.page': 'Web page (HTML)',
  'transcript.data': 'Data (JSON)',
  'transcript.reading': 'Reading the conversation…',
  'transcript.failed': 'The conversation could not be read. Try again.',

  'settings.language': 'Language',
  'settings.languageOfPage': 'As the page',
  'settings.textSize': 'Text size',
  'settings.normal': 'Normal',
  'settings.large': 'Large',
  'settings.larger': 'Larger',
  'settings.sendKey': 'Send with',
  'settings.enter': 'Enter',
  'settings.modifier': 'Ctrl or ⌘ with Enter',
  'settings.sound': 'Sound when an answer comes',
  'settings.motion': 'Less motion',
  'settings.announcements': 'Screen reader: an answer',
  'settings.full': 'is read out',
  'settings.short': 'is only announced',
  'settings.off': 'is not mentioned',
  'settings.reading': 'Screen reader: read paragraphs as they come',

  'shortcuts.newLine': 'New line',
  'shortcuts.edit': 'Change your last message',
  'shortcuts.messages': 'From message to message',
  'shortcuts.back': 'Back, stop, close',

  'clear.title': 'Delete all of your data?',
  'clear.hint':
    'All of your conversations and files are deleted, and this device forgets you. This cannot be undone.',
  'clear.delete': 'Delete everything',
  'clear.failed': 'Your data could not be deleted. Try again.',
  'clear.done': 'Your data is deleted.',
} as const
