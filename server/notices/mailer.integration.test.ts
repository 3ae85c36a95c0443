import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createMailer, SAID_MAX_CHARACTERS, type MailSettings } from './mailer.ts'

let folder: string
let key: string
let cert: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-mail-'))
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...made, '-keyout', keyPath, '-out', certPath, ...name], {
    stdio: 'ignore',
  })
  key = readFileSync(keyPath, 'utf8')
  cert = readFileSync(certPath, 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A real mail server for one test. */
async function startServer(options: SMTPServerOptions = {}) {
  const mails: { readonly text: string; readonly isSecure: boolean }[] = []
  const passwords: string[] = []
  let connections = 0
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    onConnect(_, done) {
      connections += 1
      done()
    },
    onAuth({ password }, _, done) {
      passwords.push(password ?? '')
      done(null, { user: 'alcove' })
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ text: Buffer.concat(chunks).toString(), isSecure: session.secure })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const send = (settings: Partial<MailSettings> = {}, subject = 'Week') =>
    createMailer({
      url: `smtp://alcove:s3cret%20word@localhost:${port}`,
      from: 'Shop <assistant@shop.example>',
      requiresTls: true,
      tls: { ca: cert },
      ...settings,
    }).send({
      to: 'ada@shop.example',
      subject,
      text: 'A text',
      html: '<p>A text</p>',
      messageId: '<1@alcove.invalid>',
      unsubscribeUrl: 'https://shop.example/desk/unsubscribe/x',
    })
  return { send, mails, passwords, connections: () => connections }
}

/** The words of an encoded subject (RFC 2047), whose lines may be folded. */
function readSubject(text: string): string {
  const [, folded = ''] = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(text) ?? []
  const parts = [...folded.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)]
  const bytes = parts.map(([, kind, word = '']) =>
    kind!.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64')
      : Buffer.from(
          word
            .replaceAll('_', ' ')
            .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          'latin1',
        ),
  )
  return parts.length === 0 ? folded : Buffer.concat(bytes).toString()
}

describe('mails', () => {
  test.each([
    ['Arabic', 'متجر المصابيح: أسبوع ٢٠٢٦-١١-٢٣ إلى ٢٠٢٦-١١-٢٩، أسئلة بلا جواب'],
    ['Japanese', '東京の本屋のアシスタント：二〇二六年十一月二十三日の週の報告、答えのない質問'],
    ['Latin', 'Shop: week 2026-11-23'],
  ])('go through STARTTLS, with a subject in %s as it was', async (_, subject) => {
    const { send, mails, passwords } = await startServer()
    expect(await send({}, subject)).toMatchObject({ type: 'sent' })
    expect(mails).toHaveLength(1)
    expect(mails[0]!.isSecure).toBe(true)
    expect(readSubject(mails[0]!.text)).toBe(subject)
    expect(passwords).toEqual(['s3cret word'])
    expect(mails[0]!.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mails[0]!.text.replaceAll(/\r\n\s/g, ' ')).toMatch(
      /List-Unsubscribe: ?<https:\/\/shop\.example\/desk\/unsubscribe\/x>/,
    )
  })

  test('a server without STARTTLS gets neither mail nor password, unless the operator wants it', async () => {
    const { send, mails, passwords, connections } = await startServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
    })
    const outcome = await send()
    expect(outcome.type).toBe('later')
    expect(outcome.said).toContain('offers no STARTTLS')
    expect(connections()).toBe(1)
    expect([mails, passwords]).toEqual([[], []])
    expect(await send({ requiresTls: false })).toMatchObject({ type: 'sent' })
    expect(mails[0]!.isSecure).toBe(false)
  })

  test('a certificate that nobody vouches for is not taken', async () => {
    const { send, mails } = await startServer()
    const outcome = await send({ tls: {} })
    expect(outcome.type).toBe('later')
    expect(outcome.said).toMatch(/certificate/i)
    expect(mails).toEqual([])
  })

  test.each([
    [550, 'refused', 'The mail server refused it: 550 No such person'],
    [450, 'later', 'The mail server does not take it now: 450 No such person'],
  ] as const)('an answer of %s to the recipient is %s', async (responseCode, type, said) => {
    const { send, mails } = await startServer({
      onRcptTo(_, __, done) {
        done(Object.assign(new Error('No such person'), { responseCode }))
      },
    })
    expect(await send()).toMatchObject({ type, said: expect.stringContaining(said) })
    expect(mails).toEqual([])
  })

  test('a mail server that pauses is asked again later', async () => {
    const { send } = await startServer({ onMailFrom: () => {} })
    const outcome = await send({ pauseMs: 300 })
    expect(outcome.type).toBe('later')
    expect(outcome.said).toMatch(/^The mail server did not answer: /)
  })

  test('a mail server that never ends its answer is asked again later', async () => {
    const ended = Promise.withResolvers<void>()
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 localhost\r\n')
      socket.once('data', () => {
        const timer = setInterval(() => socket.write('250-more\r\n'), 20)
        socket.once('close', () => {
          clearInterval(timer)
          ended.resolve()
        })
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const { send } = await startServer()
    const outcome = await send({ url: `smtp://127.0.0.1:${port}`, pauseMs: 10_000, totalMs: 500 })
    expect(outcome.type).toBe('later')
    expect(outcome.said).toMatch(/^The mail server did not answer: /)
    await ended.promise
  })

  test('no server at all is asked again later, and long words are cut', async () => {
    const { send } = await startServer({
      onRcptTo(_, __, done) {
        done(Object.assign(new Error('x'.repeat(400)), { responseCode: 550 }))
      },
    })
    expect(await send({ url: 'smtp://localhost:1' })).toMatchObject({ type: 'later' })
    const { said } = await send()
    expect(said.length).toBe('The mail server refused it: '.length + SAID_MAX_CHARACTERS)
  })
})
