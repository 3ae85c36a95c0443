import type { GetToken } from '../../shared/bridge/contract.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { mintUserToken } from './api-key-auth.ts'
import { pdfToImages, presignDownload, presignUpload, uploadFile } from './cloud-files.ts'
import { type CloudIdentity, type CloudWorld, createAuth, createCloud } from './cloud.ts'
import { createRequests, type Requests } from './create-requests.ts'
import { sendEvents, sendFeedback } from './feedback-calls.ts'
import { getThread, listThreads } from './list-threads.ts'
import { createMessage, deleteMessages, listMessages, updateMessage } from './message-calls.ts'
import type { PutFile } from './put-file.ts'
import { streamRun, streamTitle } from './run-calls.ts'
import {
  claimThreads,
  createThread,
  deleteThread,
  searchThreads,
  updateThread,
} from './thread-calls.ts'

/** Credentials of the caller. The first of the three that is set has precedence. */
type AuthConfig =
  | { readonly authToken: GetToken }
  | { readonly apiKey: string; readonly userId: string; readonly workspaceId: string }
  | { readonly anonymous: true }

/** `baseUrl` is the project's address; an API key is only sent to the build's base. */
export type CloudConfig = AuthConfig & { readonly baseUrl?: string }

export interface CloudClientWorld extends CloudWorld {
  /** The build's base. API keys use no other; it is the default of the other modes. */
  readonly base: string
  readonly putFile: PutFile
}

/**
 * Makes the whole client of one project, for one identity, with every call of the contract. The frame itself uses
 * a part of it.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function createCloudClient(config: CloudConfig, world: CloudClientWorld) {
  const identity = identityOf(config)
  const base = chooseBase(identity, config.baseUrl, world.base)
  const settings = { ...world, base, auth: createAuth(identity, base, world) }
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

/** @throws AlcoveError `config_invalid` if none of the three is set. */
function identityOf(config: AuthConfig): CloudIdentity {
  // Tested again: the caller may be untyped code.
  if ('authToken' in config && config.authToken) {
    return { mode: 'token', getToken: config.authToken }
  }
  if ('apiKey' in config && config.apiKey) return { ...config, mode: 'apiKey' }
  if ('anonymous' in config && config.anonymous) return { mode: 'anonymous' }
  throw new AlcoveError('config_invalid', ERROR_TEXTS.invalidConfiguration)
}

function chooseBase({ mode }: CloudIdentity, given: string | undefined, built: string): string {
  const chosen = mode === 'apiKey' ? built : (given ?? built)
  if (chosen !== '') return chosen.replace(/\/$/, '')
  throw new AlcoveError('config_invalid', 'There is no server to call.', {
    hint: 'Give a baseUrl, or build with ALCOVE_API_BASE set to the address of a project.',
  })
}
