import type { ConversationRow } from '../../../shared/desk/conversations.ts'

/** Columns of the desk's list, as plain texts. */
export const COLUMN_TEXTS: readonly {
  readonly name: string
  readonly textOf: (row: ConversationRow) => string
}[] = [
  { name: 'Question', textOf: ({ title, snippet }) => `${title} ${joinWords(snippet)}` },
  { name: 'Signs', textOf: ({ good, bad }) => `${good} good, ${bad} bad` },
  { name: 'Assistant', textOf: ({ assistants }) => assistants.join(', ') },
  { name: 'Answers', textOf: ({ answers }) => String(answers) },
  { name: 'Cost', textOf: ({ cost }) => (cost === null ? '' : cost.toFixed(2)) },
  { name: 'Last', textOf: ({ lastAt }) => lastAt },
]

const joinWords = (words: ConversationRow['snippet']): string =>
  words.map(({ text }) => text).join('')

/** The rows, from a file beside the page. */
export async function loadRows(): Promise<ConversationRow[]> {
  // No limit: the bench ends a page that does not load.
  const answer = await fetch('/rows.json')
  return (await answer.json()) as ConversationRow[]
}
