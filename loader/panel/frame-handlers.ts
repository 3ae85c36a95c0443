import { asWritten } from '../as-written.ts'
import type { Handlers, Listeners } from '../../shared/bridge/channel.ts'
import type { GetToken, HostEvents, HostMethods } from '../../shared/bridge/contract.ts'
import type { PageEvent } from '../../shared/bridge/page-event.ts'
import { fieldsOf, isSerializedError, isTokenQuestion } from '../../shared/bridge/guards.ts'
import { AlcoveError, deserializeError } from '../../shared/errors.ts'
import { VISITOR_PROOF_MAX_CHARACTERS } from '../../shared/proof-of-work.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { checkProjectLook } from './check-project-look.ts'
import type { HostPage } from './host-page.ts'
import type { createIdentities } from './identity.ts'
import type { Extras } from './keep-place.ts'
import type { createNews } from './news.ts'
import type { OwnFailures } from './own-failures.ts'

/** Names of {@link PageEvent} that the frame may send. Events of the panel itself are not among them. */
export const HEARD =
  /^(thread:(change|create|load|title)|message:(sent|received|queued|failed)|response:(start|stopped|error|end)|tool:(call|approval|result|error)|attachment:(add|error)|auth:error|feedback|unread|connection|action)$/

const NOBODY =
  '[Alcove] nobody chats: getToken answered null, so no user is signed in. After a sign-in, call identify again.'

/** All calls and events from the frame to the host page. */
export function createFrameHandlers(
  page: HostPage,
  news: ReturnType<typeof createNews>,
  getIdentity: ReturnType<typeof createIdentities>['now'],
  { runTool, askTool }: Pick<Handlers<HostMethods>, 'runTool' | 'askTool'>,
  setWide: (isWide: boolean) => void,
  setWords: (words: HostEvents['words']) => void,
  importExtras: () => Promise<Extras>,
  offerBack: () => void,
  own: OwnFailures,
  /** Takes the error that a call of a tool threw, by the call's id. */
  takeCause: (callId: unknown) => unknown,
): { methods: Handlers<HostMethods>; listeners: Listeners<HostEvents> } {
  const { close, tell, emit } = page
  let toldLook: string | undefined
  let nobodyOf: number | undefined
  return {
    methods: {
      async getToken(question, controller) {
        const { identity, getToken } = getIdentity()
        // A frame of an older version sends no epoch.
        const { epoch = identity.epoch } = fieldsOf(question)
        // The call was sent before the page set its current user, so it is not reported as a failure.
        if (epoch !== identity.epoch) throw new AlcoveError('auth_failed', 'getToken')
        const asking = askForToken(getToken, question, controller)
        const token = await own.keep('getToken', asking).catch((error) => {
          tell(error)
          throw error
        })
        // The frame may ask twice for one naming.
        if (token === null && fieldsOf(question)['previous'] === null && nobodyOf !== epoch) {
          nobodyOf = identity.epoch
          console.warn(NOBODY)
        }
        return token
      },
      async getVisitorProof(_, controller) {
        const reading = readVisitorProof(page.given.all['visitorProof'], controller)
        return own.keep('visitorProof', reading).catch((error) => {
          tell(error)
          throw error
        })
      },
      close,
      runTool,
      askTool,
      openLink: async (press) => (await importExtras()).openLink(page, press, offerBack),
    },
    listeners: {
      state(status) {
        const { unread, isRunning, isUnsure } = fieldsOf(status)
        news.tell(Number(unread), isRunning === true, isUnsure === true)
      },
      event(payload) {
        const { name, detail } = fieldsOf(payload)
        // The frame may be compromised: only events of the contract reach the page, as data.
        if (!HEARD.test(name as string)) return
        const cause = name === 'tool:error' ? takeCause(fieldsOf(detail)['callId']) : undefined
        const told = cause === undefined ? detail : { ...fieldsOf(detail), cause }
        emit(name as PageEvent['name'], told as never)
      },
      words(payload) {
        // The frame may be compromised: only texts are accepted.
        const texts = Object.entries(fieldsOf(payload)).filter(
          ([, text]) => typeof text === 'string',
        )
        setWords(Object.fromEntries(texts))
      },
      projectLook(look) {
        if (page.hint === 'preview')
          return void importExtras().then((extras) => extras.wearLook(page, fieldsOf(look)))
        const warning = checkProjectLook(page.given, fieldsOf(look), page.url)
        if (warning !== undefined && warning !== toldLook) console.warn(warning)
        toldLook = warning
      },
      leavePreview: () => void importExtras().then((extras) => extras.leavePreview(page)),
      panel: (wish) => setWide(fieldsOf(wish)['isWide'] === true),
      error(error) {
        if (!isSerializedError(error)) return
        // A service's words may be no sentence, and a hint follows them.
        const message = error.message.replace(/\w$/, '$&.')
        tell(asWritten(deserializeError({ ...error, message })))
      },
    },
  }
}

/**
 * Gets a token for the frame, which limits the time. The token is forwarded and not stored here. Rejects with
 * `invalid_request`, `token_missing` (`identify` was not called), `call_timeout` (the frame timed out),
 * `auth_failed` or `token_malformed`.
 */
export async function askForToken(
  getToken: GetToken | undefined,
  question: unknown,
  controller: AbortController,
): Promise<string | null> {
  const { signal } = controller
  const createError = (code: ErrorCode, fault: string, cause?: unknown) =>
    new AlcoveError(code, `getToken ${fault}.`, { cause })
  if (!isTokenQuestion(question)) throw createError('invalid_request', 'was asked without a reason')
  if (!getToken) throw createError('token_missing', 'is missing: call identify')

  const { reason, previous } = question
  // Limit: HOST_TOKEN_TIMEOUT_MS of the frame, whose signal aborts: "a frame that gives up aborts the host page’s
  // work".
  const token = await new Promise((resolve, reject) => {
    signal.onabort = () => reject(createError('call_timeout', 'did not answer in time'))
    // The message of the host page's error stays in `cause`, which is not sent to the frame.
    Promise.resolve({ reason, previous, signal })
      .then(getToken)
      .then(resolve, (cause) => reject(createError('auth_failed', 'threw an error', cause)))
  })
  if (token === null || (token && typeof token === 'string')) return token
  throw createError('token_malformed', 'gave no token: expected a text, or null')
}

/**
 * Reads the page's proof for a new visitor. The proof is forwarded and not stored here. Rejects with
 * `call_timeout` (the frame timed out), `auth_failed` or `config_invalid`.
 */
export async function readVisitorProof(
  given: unknown,
  { signal }: AbortController,
): Promise<string> {
  const createError = (code: ErrorCode, fault: string, cause?: unknown) =>
    new AlcoveError(code, `visitorProof ${fault}.`, { cause })
  // Limit: VISITOR_PROOF_TIMEOUT_MS of the frame, whose signal aborts: "a page that takes too long is not waited
  // for".
  const proof = await new Promise((resolve, reject) => {
    signal.onabort = () => reject(createError('call_timeout', 'did not answer in time'))
    Promise.resolve()
      .then(() => (typeof given === 'function' ? (given as () => unknown)() : given))
      .then(resolve, (cause) => reject(createError('auth_failed', 'threw an error', cause)))
  })
  if (typeof proof === 'string' && proof && proof.length <= VISITOR_PROOF_MAX_CHARACTERS)
    return proof
  throw createError(
    'config_invalid',
    `gave no proof: expected a text of 1 to ${VISITOR_PROOF_MAX_CHARACTERS} characters`,
  )
}
