import { ROOMS } from '../architecture/rooms.ts'
import { readSourceFile, type SourceFile } from '../architecture/source-file.ts'

/** Files that something passes, in order. Between two legs it crosses a window or the network. */
export interface Journey {
  readonly name: string
  /** What is to be held in mind at most, from the house's plan. */
  readonly filesMax: number
  readonly legs: readonly (readonly string[])[]
}

/** The three ways that people follow through the house. Interfaces count where they stand between two files. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'a token, from getToken to the header',
    filesMax: 12,
    legs: [
      [
        'loader/page-said.ts',
        'loader/panel/identity.ts',
        'loader/panel/frame-handlers.ts',
        'shared/bridge/channel.ts',
      ],
      [
        'widget/host/connect-to-host.ts',
        'widget/host/serve-host.ts',
        'widget/state/session.ts',
        'widget/state/identity.ts',
        'widget/api/cloud.ts',
        'widget/api/host-auth.ts',
        'widget/api/auth.ts',
        'widget/api/create-requests.ts',
      ],
    ],
  },
  {
    name: 'words out, from the key to the provider',
    filesMax: 35,
    legs: [
      [
        'widget/composer/composer.tsx',
        'widget/composer/decide-key.ts',
        'widget/composer/atoms/composer.ts',
        'widget/outbox/queued.ts',
        'widget/outbox/outbox-desk.ts',
        'widget/conversation/atoms/conversations.ts',
        'widget/conversation/conversation.ts',
        'widget/conversation/answers.ts',
        'widget/conversation/turns.ts',
        'widget/conversation/transitions.ts',
        'widget/conversation/turn-calls.ts',
        'widget/conversation/chat-transport.ts',
        'widget/api/cloud.ts',
        'widget/api/chat-calls.ts',
        'widget/api/open-stream.ts',
        'widget/api/create-requests.ts',
        'widget/api/call.ts',
      ],
      [
        'server/app.ts',
        'server/routes/api.ts',
        'server/routes/route.ts',
        'server/routes/chat-routes.ts',
        'server/runs/runs.ts',
        'server/runs/chat-calls.ts',
        'server/runs/read-call.ts',
        'server/runs/start-saved.ts',
        'server/runs/run-driver.ts',
        'server/runs/drive-run.ts',
        'server/runs/read-history.ts',
        'server/runs/create-ask.ts',
        'server/models/model.ts',
        'server/models/provider-model.ts',
        'server/models/to-model-messages.ts',
        'server/models/provider-call.ts',
      ],
    ],
  },
  {
    name: 'words in, from the provider to the screen',
    filesMax: 25,
    legs: [
      [
        'server/models/provider-call.ts',
        'server/models/words-ahead.ts',
        'server/models/provider-model.ts',
        'server/models/to-chunks.ts',
        'server/models/model.ts',
        'server/runs/drive-run.ts',
        'server/runs/limit-answer.ts',
        'server/runs/transitions.ts',
        'shared/wire/sse.ts',
        'server/streams/memory-log.ts',
        'server/streams/send-log.ts',
      ],
      [
        'widget/conversation/read-answer.ts',
        'widget/conversation/reveal.ts',
        'shared/thread/apply-chunk.ts',
        'widget/conversation/turns.ts',
        'widget/conversation/transitions.ts',
        'widget/conversation/thread-log.ts',
        'widget/conversation/atoms/conversation-view.ts',
        'widget/messages/message-item.tsx',
        'widget/messages/assistant-message.tsx',
        'widget/markdown/markdown.tsx',
        'widget/markdown/split-blocks.ts',
        'widget/markdown/block-view.tsx',
      ],
    ],
  },
]

/** The files of a journey, each once. */
export const filesOf = ({ legs }: Journey): readonly string[] => [...new Set(legs.flat())]

/** How often whoever follows a journey goes into another room, crossings included. */
export function countRoomChanges({ legs }: Journey): number {
  const rooms = legs.flat().map(roomOf)
  return rooms.filter((room, index) => index > 0 && room !== rooms[index - 1]).length
}

/** The innermost room that a file stands in. */
export const roomOf = (file: string): string =>
  ROOMS.map(({ path }) => path)
    .filter((path) => file.startsWith(`${path}/`))
    .reduce((inner, path) => (path.length > inner.length ? path : inner), '')

/**
 * Files of a journey that nobody on it knows any more: neither imported by one of the files before
 * it, nor importing one. The first of a leg came over the wire.
 *
 * @throws when a file of it is gone.
 */
export function findBreaks(root: string, journey: Journey): readonly string[] {
  const sources = new Map(filesOf(journey).map((path) => [path, readSourceFile(root, path)]))
  const isNear = (a: SourceFile, b: SourceFile) =>
    a.files.includes(b.path) || b.files.includes(a.path)
  const breaks: string[] = []
  const passed: SourceFile[] = []
  for (const leg of journey.legs) {
    for (const [index, path] of leg.entries()) {
      const source = sources.get(path)
      if (!source) continue
      if (index > 0 && !passed.some((before) => isNear(before, source))) breaks.push(path)
      passed.push(source)
    }
  }
  return breaks
}
