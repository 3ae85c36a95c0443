import { AlcoveError } from '../../shared/errors.ts'
import type { CloudWorld } from './cloud-world.ts'
import { authModeOf, createAuth, type AuthConfig } from './create-auth.ts'
import { createCloud } from './create-cloud.ts'
import { createRequests, type Requests } from './create-requests.ts'
import { sendEvents } from './event-calls.ts'
import { pdfToImages, presignDownload, presignUpload, uploadFile } from './file-calls.ts'
import {
  createMessage,
  deleteMessages,
  listMessages,
  sendFeedback,
  updateMessage,
} from './message-calls.ts'
import type { PutFile } from './put-file.ts'
import { streamRun, streamTitle } from './run-calls.ts'
import { getThread, listThreads } from './list-threads.ts'
import {
  claimThreads,
  createThread,
  deleteThread,
  searchThreads,
  updateThread,
} from './thread-calls.ts'
import { mintUserToken } from './token-calls.ts'

/** `baseUrl` is the project's address; with an API key it is always the build's. */
export type CloudConfig = AuthConfig & { readonly baseUrl?: string }

export interface CloudClientWorld extends CloudWorld {
  /** The build's base: API-key mode uses no other, and it is the default of the others. */
  readonly base: string
  readonly putFile: PutFile
}

/**
 * The whole client of one project, for one identity: every call of the contract. The frame itself
 * takes only the calls that it makes.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function createCloudClient(config: CloudConfig, world: CloudClientWorld) {
  const base = chooseBase(config, world)
  const settings = { ...world, base, auth: createAuth(config, base, world) }
  const requests = createRequests(settings)
  const bind =
    <Args extends readonly unknown[], Result>(
      task: (requests: Requests, ...args: Args) => Result,
    ) =>
    (...args: Args): Result =>
      task(requests, ...args)

  return {
    ...createCloud(settings),
    listThreads: bind(listThreads),
    getThread: bind(getThread),
    createThread: bind(createThread),
    updateThread: bind(updateThread),
    deleteThread: bind(deleteThread),
    claimThreads: bind(claimThreads),
    searchThreads: bind(searchThreads),
    listMessages: bind(listMessages),
    createMessage: bind(createMessage),
    updateMessage: bind(updateMessage),
    deleteMessages: bind(deleteMessages),
    sendFeedback: bind(sendFeedback),
    streamTitle: bind(streamTitle),
    streamRun: bind(streamRun),
    presignUpload: bind(presignUpload),
    uploadFile: bind((all, ...args: AfterPut<typeof uploadFile>) =>
      uploadFile(all, world.putFile, ...args),
    ),
    presignDownload: bind(presignDownload),
    pdfToImages: bind(pdfToImages),
    sendEvents: bind(sendEvents),
    mintUserToken: bind(mintUserToken),
  }
}

type AfterPut<Task> = Task extends (
  requests: Requests,
  putFile: PutFile,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never

function chooseBase(config: CloudConfig, { base }: CloudClientWorld): string {
  const chosen = authModeOf(config) === 'apiKey' ? base : (config.baseUrl ?? base)
  if (chosen !== '') return chosen.replace(/\/$/, '')
  throw new AlcoveError('config_invalid', 'There is no server to call.', {
    hint: 'Give a baseUrl, or build with ALCOVE_API_BASE set to the address of a project.',
  })
}
