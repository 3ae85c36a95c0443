import { NAME_ECHO_LIMIT_CHARACTERS } from '../../shared/bridge/channel.ts'
import { fieldsOf } from '../../shared/bridge/guards.ts'
import type { Diagnosis, CrossedMessage } from '../diagnosis.ts'
import type { HostPage } from '../panel/host-page.ts'

export const MESSAGES_KEPT = 100
export const ERRORS_KEPT = 20
export const ANNOUNCEMENTS_KEPT = 20

/** Times that a token states about itself, in milliseconds since 1970. The token is not stored. */
export interface TokenTimes {
  readonly seenAt: number
  readonly issuedAt?: number | undefined
  readonly expiresAt?: number | undefined
}

/** Events since the watch started. */
export interface Watch {
  readonly messages: CrossedMessage[]
  readonly errors: Diagnosis['errors'][number][]
  readonly announcements: Diagnosis['announcements'][number][]
  readonly token: TokenTimes | undefined
  /** Build of the last frame that greeted. */
  readonly build: string | null
  /** Called whenever there is more. */
  onChange: () => void
}

/** Records messages to and from the frame, errors and announcements until the chat is removed. */
export function watchPage({ root, given, signal }: HostPage): Watch {
  const watch = {
    messages: [] as CrossedMessage[],
    errors: [] as Watch['errors'],
    announcements: [] as Watch['announcements'],
    token: undefined as TokenTimes | undefined,
    build: null as string | null,
    onChange: () => {},
  }
  const keep = <Item>(list: Item[], most: number, item: Item) => {
    list.push(item)
    if (list.length > most) list.shift()
    watch.onChange()
  }
  const listen = (event: string, listener: (detail: Readonly<Record<string, unknown>>) => void) =>
    root.addEventListener(
      `alcove:${event}`,
      (dispatched) => listener(fieldsOf((dispatched as CustomEvent).detail)),
      {
        signal,
      },
    )

  let port: MessagePort | undefined
  function followPort() {
    if (!given.port || given.port === port) return
    port = given.port
    const note = (message: CrossedMessage) => keep(watch.messages, MESSAGES_KEPT, message)
    tapPort(port, note, (times) => (watch.token = times))
  }

  // A late listener is called at once with the current value.
  given.side?.late('ready', (payload) => (watch.build = String(fieldsOf(payload)['build'])))
  followPort()
  listen('ready', ({ build }) => {
    watch.build = String(build)
    followPort()
    watch.onChange()
  })
  listen('open', () => watch.onChange())
  listen('state', () => watch.onChange())
  const noteError = ({ code, message, hint }: Readonly<Record<string, unknown>>) =>
    keep(watch.errors, ERRORS_KEPT, {
      at: Date.now(),
      code: String(code),
      message: String(message),
      ...(typeof hint === 'string' && { hint }),
    })
  if (given.failure) noteError({ ...given.failure, message: given.failure.message })
  listen('error', noteError)

  const region = root.shadowRoot!.querySelector('.news')
  const observer = new MutationObserver(() => {
    const text = region?.textContent ?? ''
    if (text) keep(watch.announcements, ANNOUNCEMENTS_KEPT, { at: Date.now(), text })
  })
  if (region) observer.observe(region, { childList: true })
  signal.addEventListener('abort', () => observer.disconnect())
  return watch
}

const KINDS: Readonly<Record<string, CrossedMessage['kind']>> = {
  call: 'call',
  ok: 'answer',
  err: 'failure',
  evt: 'event',
}

/** Listens to both directions without changing them. Only names and lengths are recorded. */
function tapPort(
  port: MessagePort,
  onMessage: (message: CrossedMessage) => void,
  onToken: (times: TokenTimes) => void,
): void {
  /** Names of pending calls, by sender and number. */
  const names = new Map<string, string>()

  function note(to: CrossedMessage['to'], text: unknown) {
    if (typeof text !== 'string') return
    try {
      const { k, i, n, d } = fieldsOf(JSON.parse(text))
      const kind = Object.hasOwn(KINDS, String(k)) && KINDS[String(k)]
      if (!kind) return
      const caller = kind === 'call' ? otherOf(to) : to
      const key = `${caller} ${String(i)}`
      const isNamed = kind === 'call' || kind === 'event'
      // A compromised frame may send any name.
      const receivedName = typeof n === 'string' ? n.slice(0, NAME_ECHO_LIMIT_CHARACTERS) : ''
      const name = isNamed ? receivedName : (names.get(key) ?? '')
      if (kind === 'call') names.set(key, name)
      else if (kind !== 'event') names.delete(key)
      if (name === 'getToken' && kind === 'answer') readTimes(d, onToken)
      onMessage({ at: Date.now(), to, name, kind, characters: text.length })
    } catch {
      // Not a message of the protocol.
    }
  }

  const send = port.postMessage.bind(port)
  port.postMessage = (text: unknown) => {
    note('frame', text)
    send(text)
  }
  // Runs before the chat's own handler, because that may answer immediately.
  const receive = port.onmessage
  port.onmessage = function (event) {
    note('page', event.data)
    receive?.call(this, event)
  }
}

const otherOf = (side: CrossedMessage['to']) => (side === 'page' ? 'frame' : 'page')

const SECOND_MS = 1_000

/**
 * Reads when a token was issued and when it expires, from its own claims. Text that is not a JSON Web Token
 * has none.
 */
function readTimes(token: unknown, onToken: (times: TokenTimes) => void): void {
  const [, payload = ''] = typeof token === 'string' ? token.split('.') : []
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const { iat, exp } = fieldsOf(JSON.parse(text))
    const toMs = (seconds: unknown) =>
      typeof seconds === 'number' ? seconds * SECOND_MS : undefined
    onToken({ seenAt: Date.now(), issuedAt: toMs(iat), expiresAt: toMs(exp) })
  } catch {
    // The payload is not JSON: no times.
  }
}
