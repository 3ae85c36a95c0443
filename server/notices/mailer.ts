import type { ConnectionOptions } from 'node:tls'
import { createTransport } from 'nodemailer'

/** Time to connect, and to get the greeting. */
export const MAIL_CONNECT_TIMEOUT_MS = 10_000
/** Pause of a mail server after which the mail is tried again later. */
export const MAIL_PAUSE_TIMEOUT_MS = 20_000
/** Time for a whole mail: a server that answers little by little never pauses. */
export const MAIL_TOTAL_TIMEOUT_MS = 60_000
/** Characters of a mail server's words that are kept. */
export const SAID_MAX_CHARACTERS = 300

export interface MailSettings {
  /** `smtp://` with STARTTLS, or `smtps://`; name and password in it. */
  readonly url: string
  readonly from: string
  /** True: a server without TLS is refused. */
  readonly requiresTls: boolean
  /** For tests: certificates that are trusted besides those of the system. */
  readonly tls?: Pick<ConnectionOptions, 'ca'>
  /** Default: {@link MAIL_PAUSE_TIMEOUT_MS}. */
  readonly pauseMs?: number
  /** Default: {@link MAIL_TOTAL_TIMEOUT_MS}. */
  readonly totalMs?: number
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Equal for all attempts, so that a repeated mail can be told. */
  readonly messageId: string
  /** Ends further mails with one press (RFC 8058). */
  readonly unsubscribeUrl: string | undefined
}

/** `later`: another attempt may succeed. `said`: a sentence for the desk. */
export interface MailOutcome {
  readonly type: 'sent' | 'later' | 'refused'
  readonly said: string
}

export interface Mailer {
  readonly from: string
  send(mail: Mail): Promise<MailOutcome>
}

/** Creates a sender of mails by SMTP. Each mail has a connection of its own. */
export function createMailer(settings: MailSettings): Mailer {
  const { from, requiresTls, tls = {} } = settings
  const { pauseMs = MAIL_PAUSE_TIMEOUT_MS, totalMs = MAIL_TOTAL_TIMEOUT_MS } = settings
  const url = new URL(settings.url)
  const isSecure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    secure: isSecure,
    // Otherwise the package sends in the clear if the server offers no STARTTLS.
    requireTLS: requiresTls && !isSecure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    tls: { ...tls },
    connectionTimeout: MAIL_CONNECT_TIMEOUT_MS,
    greetingTimeout: MAIL_CONNECT_TIMEOUT_MS,
    socketTimeout: pauseMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    from,
    async send({ unsubscribeUrl, ...mail }) {
      try {
        // Limit: MAIL_TOTAL_TIMEOUT_MS: "a mail server that never ends its answer is asked again later".
        const { response } = await transport.sendMail({
          ...mail,
          from,
          signal: AbortSignal.timeout(totalMs),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl === undefined
              ? {}
              : {
                  'List-Unsubscribe': `<${unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }),
          },
        })
        return { type: 'sent', said: `The mail server took it: ${cut(response)}` }
      } catch (error) {
        return describe(error as MailFailure)
      }
    },
  }
}

interface MailFailure extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
}

const PERMANENT = 500

/** A server without STARTTLS refuses the command with a status, too. */
function describe({ code, responseCode, response, message }: MailFailure): MailOutcome {
  if (code === 'ETLS') {
    return {
      type: 'later',
      said: `Nothing was sent: the mail server offers no STARTTLS, or its certificate is not trusted (${cut(message)}).`,
    }
  }
  if (responseCode !== undefined) {
    const isForGood = responseCode >= PERMANENT && code !== 'EAUTH'
    const said = cut(response ?? message)
    return isForGood
      ? { type: 'refused', said: `The mail server refused it: ${said}` }
      : { type: 'later', said: `The mail server does not take it now: ${said}` }
  }
  return { type: 'later', said: `The mail server did not answer: ${cut(message)}` }
}

const cut = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').slice(0, SAID_MAX_CHARACTERS).toWellFormed()
