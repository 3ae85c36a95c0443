/** Texts of previews of a draft. */
export const previewTexts = {
  'preview.title': 'The chat with this draft',
  'preview.hint':
    'It follows what you change here. Answers are by the draft, and are kept nowhere.',
  'preview.hintEndpoint':
    'It follows what you change here. Answers come from your own endpoint, \u2068{url}\u2069, as in the live chat: by its instructions, and it may keep what is asked.',
  'preview.show': 'Show the chat with this draft',
  'preview.frame': 'Chat with this draft',
  'preview.language': 'Language of this chat',
  'preview.browser': 'As the browser says',
  'preview.failed': 'The chat could not be shown.',
  'preview.oneOrigin':
    'The desk and the chat have one origin here, where nothing would keep them apart, so the chat is not shown beside the controls. With ALCOVE_DESK_URL the desk gets an origin of its own. Until then, see the draft on your site.',
  'preview.noAddress':
    'The address of the chat is not known, so the chat is not shown beside the controls. Set ALCOVE_PUBLIC_URL. Until then, see the draft on your site.',
  'preview.open': 'Preview on your site',
  'preview.linkTitle': 'Preview on your site',
  'preview.linkHint':
    'A link to a page with the chat. Whoever has it sees the draft there until the link ends; others see what is live.',
  'preview.linkEndpoint':
    'Answers come from your own endpoint, \u2068{url}\u2069, as in the live chat: it may keep what is asked, and act.',
  'preview.noDraft': 'There is no draft: what is live is shown anyway.',
  'preview.page': 'Address of the page',
  'preview.hosts': 'On one of: {hosts}',
  'preview.noHosts': 'This project has no pages yet: add them under Hosts and access.',
  'preview.lasts': 'It lasts',
  'preview.minutes': { one: '{n} minute', other: '{n} minutes' },
  'preview.hours': { one: '{n} hour', other: '{n} hours' },
  'preview.day': 'A day',
  'preview.make': 'Make the link',
  'preview.linkFailed': 'The link could not be made.',
  'preview.ends': 'It ends on {time}, and when the draft is published or thrown away.',
  'preview.follow': 'Open the page',
} as const
