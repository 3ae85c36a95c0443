import type { Store } from 'jotai/vanilla'
import type { TranscriptFormat } from '../../shared/bridge/transcript.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { NO_ANSWER_TOOL } from '../../shared/knowledge-tools.ts'
import {
  readMarks,
  messageText,
  type Message,
  type MessagePart,
  type SourcePart,
} from '../../shared/thread/message.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import {
  olderStateAtom,
  shownConversationAtom,
  shownPathAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { loadOlderAtom } from '../conversation/atoms/thread.ts'
import { citedPassages, showNumbers } from '../messages/sources/cited-copy.ts'
import type { NumberedSource } from '../messages/sources/read-source.ts'
import { threadTitleAtom } from '../thread-list/atoms/thread-list-facts.ts'

/** The shown conversation from its first message on. */
export interface Transcript {
  readonly threadId: string | null
  readonly title: string | null
  readonly messages: readonly Message[]
}

/**
 * Reads the shown conversation, including messages that are not loaded yet.
 *
 * @throws AlcoveError `unavailable` if they cannot be read, or another conversation is shown meanwhile.
 */
export async function readTranscript({ get, set }: Store): Promise<Transcript> {
  const conversation = get(shownConversationAtom)
  for (;;) {
    const state = get(olderStateAtom)
    if (state === 'none') break
    await set(loadOlderAtom)
    if (get(olderStateAtom) === 'failed' || get(shownConversationAtom) !== conversation)
      throw new AlcoveError('unavailable', 'The conversation could not be read in full.')
  }
  return {
    threadId: get(threadIdAtom),
    title: get(threadTitleAtom),
    messages: get(shownPathAtom)
      .flatMap((id) => get(messageAtom(id)) ?? [])
      .filter(({ role }) => role !== 'system'),
  }
}

/** Texts of a transcript besides the messages, in the reader's language. */
export interface TranscriptWords {
  readonly title: string
  /** Author of a message, as a heading. */
  readonly speaker: (message: Message) => string
  readonly time: (message: Message) => string
  readonly tool: (name: string) => string
  /** A cited passage: its number, its document and its address. */
  readonly cited: (source: NumberedSource) => string
  /** Name of a document with the page that was read. */
  readonly sourcePage: (title: string, page: number) => string
  /** Rendered markdown, without scripts, styles and classes. */
  readonly toNodes: (markdown: string) => readonly Node[]
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/** Names of files, tools and sources: parts of a message besides its text that a reader would miss. */
function extrasOf({ content, attachments = [] }: Message, words: TranscriptWords): string[] {
  const cited = citedPassages(content)
  const inside = content.flatMap((part) => {
    if (part.type === 'tool-call') {
      return part.toolName === NO_ANSWER_TOOL ? [] : words.tool(part.toolName)
    }
    if (part.type === 'source') return part.passage ? [] : describeSource(part, words)
    return part.type === 'file' || part.type === 'image' ? (part.filename ?? []) : []
  })
  inside.push(...cited.map(words.cited))
  return [...inside, ...attachments.map(({ name }) => name)]
}

function describeSource(source: SourcePart, { sourcePage }: TranscriptWords): string {
  if (source.sourceType === 'url') {
    return source.title ? `${source.title}: ${source.url}` : source.url
  }
  return source.page === undefined ? source.title : sourcePage(source.title, source.page)
}

/** The text of a message, with the numbers of passages that the screen shows. */
const textOf = (message: Message): string =>
  showNumbers(messageText(message), citedPassages(message.content))

const WRITERS: Readonly<
  Record<TranscriptFormat, (transcript: Transcript, words: TranscriptWords) => string>
> = {
  md(transcript, words) {
    const messages = transcript.messages.map((message) => {
      const extras = extrasOf(message, words).map((extra) => `- ${oneLine(extra)}`)
      const parts = [`## ${words.speaker(message)}`, words.time(message), textOf(message)]
      return [...parts, extras.join('\n')].filter((part) => part.trim() !== '').join('\n\n')
    })
    return `${[`# ${oneLine(transcript.title ?? words.title)}`, ...messages].join('\n\n')}\n`
  },
  html(transcript, words) {
    const title = escapeHtml(transcript.title ?? words.title)
    return `<!doctype html>
<html lang="${escapeHtml(words.locale)}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${drawTranscript(transcript, words).innerHTML}
</body>
</html>
`
  },
  json: ({ threadId, title, messages }) =>
    `${JSON.stringify(
      {
        threadId,
        title,
        messages: messages.map(({ id, role, createdAt, content, attachments, metadata }) => {
          const { context, sentBy } = readMarks(metadata.custom)
          const cited = citedPassages(content)
          const parts = content.flatMap((part) => shownPart(part, cited))
          const files = attachments?.map(({ name, contentType }) => ({ name, contentType }))
          return { id, role, createdAt, content: parts, attachments: files, sentBy, context }
        }),
      },
      null,
      2,
    )}\n`,
}

export const writeTranscript = (
  format: TranscriptFormat,
  transcript: Transcript,
  words: TranscriptWords,
): string => WRITERS[format](transcript, words)

/** The visible data of a part: without reasoning, arguments and results of tools, and bytes of files. */
function shownPart(part: MessagePart, cited: readonly NumberedSource[]): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return [{ type: part.type, text: showNumbers(part.text, cited) }]
    case 'tool-call':
      return [{ type: part.type, tool: part.toolName, state: part.state }]
    case 'source':
      return [{ type: part.type, ...numberOf(part, cited), ...placeOf(part) }]
    case 'file':
    case 'image':
      return [{ type: part.type, name: part.filename ?? '' }]
    case 'audio':
    case 'data':
    case 'reasoning':
      return []
    default:
      return part satisfies never
  }
}

const numberOf = ({ passage }: SourcePart, cited: readonly NumberedSource[]): JsonObject => {
  const found = cited.find((source) => source.passage?.number === passage?.number)
  return found ? { number: found.number } : {}
}

const placeOf = (source: SourcePart): JsonObject =>
  source.sourceType === 'url'
    ? { url: source.url, title: source.title ?? '' }
    : { title: source.title, page: source.page ?? null }

/** The messages as elements, for a standalone file and for printing. Text of the messages cannot become markup. */
export function drawTranscript({ messages }: Transcript, words: TranscriptWords): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('')
  for (const message of messages) {
    const article = add(body, 'article')
    add(article, 'h2', words.speaker(message))
    add(article, 'time', words.time(message)).dateTime = message.createdAt
    const said = add(article, 'div')
    said.dir = 'auto'
    const text = textOf(message)
    if (message.role === 'assistant') said.append(...words.toNodes(text))
    else add(said, 'p', text).className = 'own'
    const extras = extrasOf(message, words)
    const list = extras.length === 0 ? null : add(article, 'ul')
    for (const extra of extras) add(list ?? article, 'li', extra)
  }
  return body
}

function add<Name extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = parent.ownerDocument.createElement(name)
  element.textContent = text
  parent.append(element)
  return element
}

/** Plain, for any printer: black on white, with nothing wider than the page. */
const PAGE_STYLE =
  'body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#000;background:#fff}' +
  'article{margin-block:1.5rem}h1{font-size:1.5rem}h2{font-size:1rem;margin:0}time{font-size:.8125rem;color:#555}' +
  '.own{white-space:pre-wrap}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #ccc;padding:.5rem}' +
  'table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.25rem .5rem;text-align:start}img{max-width:100%}'

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
