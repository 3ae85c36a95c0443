import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { RunStreamBody } from '../../shared/api/runs.ts'
import { NO_THREAD_PLACEHOLDER } from '../../shared/wire/runs.ts'
import type { Limits, Subject } from '../limits/limits.ts'
import type { Scope, Store } from '../store/store.ts'
import { createTitleMaker, type TitleMaking } from './make-title.ts'
import type { AskShortly } from './short-answers.ts'

/** Titles of threads, made from their user's text. */
export interface Titles {
  /**
   * The thread's title as a text stream: the stored title if there is one; else a new one from the user's
   * message, word by word as it is made, saved before the stream ends. The stream fails if the thread has
   * another title in the end, so that its reader asks again.
   *
   * @throws AlcoveError `not_found`, `invalid_request`.
   */
  stream(
    caller: Scope & Subject,
    body: RunStreamBody,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>>
  /**
   * Titles an untitled thread in the background; from its own words if the user's limit of titles is reached.
   * Never rejects.
   */
  titleLater(owner: Scope & Subject, threadId: string, text: string): void
}

export const TITLE_TIMEOUT_MS = 15_000

export interface TitlesSettings {
  readonly store: Pick<Store, 'threads'>
  readonly ask: AskShortly
  /** For titles made in the background; requested ones have been counted already. */
  readonly limits: Pick<Limits, 'takeTitle'>
  /** A title that could not be made or saved does not fail the call; the error is logged. */
  readonly onError: (error: unknown) => void
  readonly timeoutMs?: number
}

export function createTitles(settings: TitlesSettings): Titles {
  const { store, ask, limits, onError, timeoutMs = TITLE_TIMEOUT_MS } = settings
  const makeTitle = createTitleMaker(ask)
  /** By thread: a second call reads the first one's title. */
  const making = new Map<string, ComingTitle>()

  async function keep(scope: Scope, threadId: string, title: string): Promise<string> {
    const kept = await store.threads.titleOnce(scope, threadId, title)
    if (kept !== undefined) return kept
    const moved = await store.threads.findInProject(scope.projectId, threadId)
    // The thread's current owner gets the title; a title that the new owner set is not revealed here.
    if (moved)
      await store.threads.titleOnce({ ...scope, workspaceId: moved.workspaceId }, threadId, title)
    return title
  }

  /** Makes and saves a title. Returns the title that the thread then has, which may be another one. */
  function titleThread(
    scope: Scope & Subject,
    threadId: string,
    text: string,
    take?: TitleMaking['take'],
  ): ComingTitle {
    const existing = making.get(threadId)
    if (existing) return existing
    const signal = AbortSignal.timeout(timeoutMs)
    const coming = createComingTitle(async (tell) => {
      const telling = reportUnlessNamed(scope, threadId, tell)
      const title = await makeTitle(scope, text, { signal, tell: telling, take })
      return title === '' ? '' : keep(scope, threadId, title)
    })
    making.set(threadId, coming)
    const forget = () => void making.delete(threadId)
    coming.whole.then(forget, forget)
    return coming
  }

  /** Reports no words of a title whose thread got another title or owner meanwhile. */
  function reportUnlessNamed(
    scope: Scope,
    threadId: string,
    tell: OnTitleWords,
  ): TitleMaking['tell'] {
    let isUnnamed: boolean | undefined
    return async (words) => {
      isUnnamed ??= (await store.threads.find(scope, threadId))?.title === null
      if (isUnnamed) tell(words)
    }
  }

  return {
    async stream(scope, body, signal) {
      const { thread_id: name } = body
      const text = firstUserText(body)
      if (name === null || name === undefined || name === NO_THREAD_PLACEHOLDER) {
        const input = requireText(text)
        const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        return createComingTitle((tell) => makeTitle(scope, input, { signal: ending, tell })).read()
      }
      const thread = await store.threads.find(scope, name)
      if (!thread) throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound)
      if (thread.title !== null) return toStream(thread.title)
      return titleThread(scope, thread.id, requireText(text)).read()
    },
    titleLater(owner, threadId, text) {
      const take = () => limits.takeTitle(owner)
      // The answer's first words are on their way, and the start of a title must not delay them.
      setImmediate(() => titleThread(owner, threadId, text, take).whole.catch(onError))
    },
  }
}

/** The user's first text; runtimes send whole messages of either shape, or plain strings. */
function firstUserText({ messages }: RunStreamBody): string | undefined {
  for (const message of messages) {
    const text = isPlainObject(message) ? readUserText(message) : undefined
    if (text !== undefined) return text
  }
  return undefined
}

function requireText(text: string | undefined): string {
  if (text !== undefined) return text
  throw new AlcoveError('invalid_request', 'messages: no text of a user to name the thread by.')
}

function toStream(title: string): ReadableStream<Uint8Array> {
  return new Blob([title]).stream()
}

/**
 * A user's text in a stored message of any of the three formats: `content` parts of `aui/v0`, `parts` of the
 * AI SDK's. Undefined for other roles and for messages without text.
 */
export const readUserText = (content: Readonly<Record<string, unknown>>): string | undefined =>
  readText(content, 'user')

/** The same for a message of any role. */
export function readText(
  content: Readonly<Record<string, unknown>>,
  role: 'user' | 'assistant',
): string | undefined {
  if (content['role'] !== role) return undefined
  const parts = content['content'] ?? content['parts']
  if (typeof parts === 'string') return parts.trim() || undefined
  if (!Array.isArray(parts)) return undefined
  const texts = parts.flatMap((part) => {
    const isText = isPlainObject(part) && part['type'] === 'text'
    return isText && typeof part['text'] === 'string' ? [part['text']] : []
  })
  return texts.join('\n\n').trim() || undefined
}

/** A title that is being made, for readers that may join at any time. */
interface ComingTitle {
  /** The thread's title in the end. */
  readonly whole: Promise<string>
  /** Its words from the first one on. Fails if the thread has another title in the end. */
  read(): ReadableStream<Uint8Array>
}

/** Reports the final words of the title so far. */
type OnTitleWords = (words: string) => void

/** Starts to make a title. */
function createComingTitle(make: (tell: OnTitleWords) => Promise<string>): ComingTitle {
  let told = ''
  let end: 'whole' | { readonly failure: unknown } | undefined
  // Limit: TITLE_TIMEOUT_MS of what makes the title, "a model that never ends is not waited for".
  let change = Promise.withResolvers<void>()

  function note(): void {
    change.resolve()
    // Limit: TITLE_TIMEOUT_MS of what makes the title, "a model that never ends is not waited for".
    change = Promise.withResolvers()
  }

  const whole = make((words) => {
    if (words.length <= told.length) return
    told = words
    note()
  })
  whole
    .then((title) => {
      if (!title.startsWith(told)) throw new Error('The thread has been given another name.')
      told = title
      end = 'whole'
    })
    .catch((failure: unknown) => void (end = { failure }))
    .finally(note)

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    let sent = 0
    for (;;) {
      const changed = change.promise
      if (typeof end === 'object') throw end.failure
      const words = told.slice(sent)
      sent += words.length
      if (words !== '') yield encoder.encode(words)
      else if (end === 'whole') return
      else await changed
    }
  }

  function read(): ReadableStream<Uint8Array> {
    const source = pieces()
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
  }

  return { whole, read }
}
