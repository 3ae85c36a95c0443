/** Texts of Retention. */
export const retentionTexts = {
  'retention.hint': 'Conversations that are too old are removed for good, each hour.',
  'retention.chooseHint': 'Each project keeps conversations for a time of its own.',
  'retention.kept': 'How long conversations are kept',
  'retention.keptHint':
    'Counted from the last message. The configuration says how long; figures by day stay.',
  'retention.named': 'Of named users',
  'retention.anonymous': 'Of visitors without a name',
  'retention.forEver': 'For ever',
  'retention.session': {
    one: 'Until {n} day after they were here last: then they cannot come back',
    other: 'Until {n} days after they were here last: then they cannot come back',
  },
  'retention.days': { one: '{n} day', other: '{n} days' },
  'retention.next': 'The next removal',
  'retention.nextHint': 'Counted now, from what is too old. Nothing is removed by looking here.',
  'retention.nothing': 'Nothing is too old',
  'retention.conversations': 'Conversations',
  'retention.messages': 'Messages',
  'retention.oldest': 'Last message of the oldest',
  'retention.atLeast': '{count} or more',
} as const
