import { NAME_ECHO_LIMIT_CHARACTERS } from '../../shared/bridge/channel.ts'
import { fieldsOf } from '../../shared/bridge/guards.ts'
import type { Diagnosis, CrossedMessage } from '../diagnosis.ts'
import type { HostPage } from '../panel/host-page.ts'

export const MESSAGES_KEPT = 100
export const ERRORS_KEPT = 20
export const ANNOUNCEMENTS_KEPT = 20

/** What is known of a token by what it says of itself, in milliseconds since 1970. The token is kept nowhere. */
export interface TokenTimes {
  readonly seenAt: number
  readonly issuedAt?: number | undefined
  readonly expiresAt?: number | undefined
}

/** What happened since somebody looked. */
export interface Watch {
  readonly messages: CrossedMessage[]
  readonly errors: Diagnosis['errors'][number][]
  readonly announcements: Diagnosis['announcements'][number][]
  readonly token: TokenTimes | undefined
  /** Of the frame that greeted last. */
  readonly build: string | null
  readonly openedAt: number | null
  readonly readyAt: number | null
  /** Calls whenever there is more. */
  onChange: () => void
}

/** Looks on until the chat leaves the page: what crosses to the frame, what fails, what is announced. */
export function watchPage({ root, given, signal }: HostPage): Watch {
  const watch = {
    messages: [] as CrossedMessage[],
    errors: [] as Watch['errors'],
    announcements: [] as Watch['announcements'],
    token: undefined as TokenTimes | undefined,
    build: null as string | null,
    openedAt: null as number | null,
    readyAt: null as number | null,
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
      (told) => listener(fieldsOf((told as CustomEvent).detail)),
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

  // What stands is told to whoever comes late.
  given.side?.late('ready', (told) => (watch.build = String(fieldsOf(told)['build'])))
  followPort()
  listen('ready', ({ build }) => {
    watch.build = String(build)
    watch.readyAt ??= performance.now()
    followPort()
    watch.onChange()
  })
  listen('open', () => {
    watch.openedAt ??= performance.now()
    watch.onChange()
  })
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

/** Hears what both sides say, and changes nothing of it. Of what is said, names and lengths are noted. */
function tapPort(
  port: MessagePort,
  onMessage: (message: CrossedMessage) => void,
  onToken: (times: TokenTimes) => void,
): void {
  /** Of calls that were not answered yet, by who made them and their number. */
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
      // The frame may be taken over, and call itself anything.
      const said = typeof n === 'string' ? n.slice(0, NAME_ECHO_LIMIT_CHARACTERS) : ''
      const name = isNamed ? said : (names.get(key) ?? '')
      if (kind === 'call') names.set(key, name)
      else if (kind !== 'event') names.delete(key)
      if (name === 'getToken' && kind === 'answer') readTimes(d, onToken)
      onMessage({ at: Date.now(), to, name, kind, characters: text.length })
    } catch {
      // What is no message of ours.
    }
  }

  const send = port.postMessage.bind(port)
  port.postMessage = (text: unknown) => {
    note('frame', text)
    send(text)
  }
  // Before the chat itself hears it: its answer may be on its way at once.
  const receive = port.onmessage
  port.onmessage = function (event) {
    note('page', event.data)
    receive?.call(this, event)
  }
}

const otherOf = (side: CrossedMessage['to']) => (side === 'page' ? 'frame' : 'page')

const SECOND_MS = 1_000

/** Reads when a token was made and ends, as it says itself; one that is no JSON Web Token says nothing. */
function readTimes(token: unknown, onToken: (times: TokenTimes) => void): void {
  const [, payload = ''] = typeof token === 'string' ? token.split('.') : []
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const { iat, exp } = fieldsOf(JSON.parse(text))
    const toMs = (seconds: unknown) =>
      typeof seconds === 'number' ? seconds * SECOND_MS : undefined
    onToken({ seenAt: Date.now(), issuedAt: toMs(iat), expiresAt: toMs(exp) })
  } catch {
    // Then it says nothing of itself.
  }
}
