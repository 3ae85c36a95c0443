import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A server and its environment. */
export interface DeskServer {
  readonly port: number
  /** Settings with which the command line finds the server's data. */
  readonly env: Readonly<Record<string, string>>
}

/** Headers with which the page of the desk makes a call. */
export type DeskHeaders = Readonly<Record<'Cookie' | 'Origin', string>>

/** A page at another address than `localhost` would need https. */
export const deskOrigin = (port: number): string => `http://localhost:${port}`

/** Makes an owner of the service by the command line, and signs in with the printed link. */
export async function signInAtDesk({ port, env }: DeskServer): Promise<DeskHeaders> {
  const args = ['server/cli/main.ts', 'desk', '--mail', 'ada@shop.example']
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
  })
  const [, token] = /#token=([\w-]+)/.exec(stdout) ?? []
  const Origin = deskOrigin(port)
  const answer = await fetch(`${Origin}/desk/api/sign-in/link`, {
    method: 'POST',
    headers: { Origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (answer.status !== 204) throw new Error(`There is no session: ${await answer.text()}`)
  return { Origin, Cookie: (answer.headers.get('Set-Cookie') ?? '').split(';')[0]! }
}
