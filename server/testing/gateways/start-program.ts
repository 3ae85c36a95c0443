import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../../scripts/find-free-port.ts'

export interface Program {
  /** Address without a slash at its end. */
  readonly origin: string
  stop(): Promise<void>
}

const POLL_MS = 100

/**
 * Starts a program of this Node, and waits until it answers.
 *
 * @param argsFor the arguments, by the port.
 */
export async function startProgram(
  folder: string,
  argsFor: (port: number) => readonly string[] | Promise<readonly string[]>,
): Promise<Program> {
  const port = await findFreePort()
  const child = spawn(process.execPath, await argsFor(port), {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`The program in ${folder} ended at its start.`)
    await delay(POLL_MS)
  }
  return {
    origin,
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const answers = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  )

/** Starts a server that passes requests on with further headers. */
export async function startForwarder(
  target: string,
  headers: Readonly<Record<string, string>>,
): Promise<Program> {
  const server = createServer((incoming, response) => {
    const call = request(`${target}${incoming.url ?? ''}`, {
      method: incoming.method,
      headers: { ...incoming.headers, ...headers },
    })
    call.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    call.on('error', () => response.destroy())
    incoming.pipe(call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
