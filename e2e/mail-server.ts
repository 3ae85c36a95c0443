import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** For `ALCOVE_SMTP_URL`. */
  readonly url: string
  /** The mails that it took, as they were sent. */
  readonly mails: readonly string[]
  /** From now on it refuses every address with these words. */
  refuse(words: string): void
  stop(): Promise<void>
}

/** A real mail server on this machine, without TLS. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = []
  let refusal: string | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_, __, done) {
      done(refusal === undefined ? null : Object.assign(new Error(refusal), { responseCode: 550 }))
    },
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (words) => void (refusal = words),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
