import { shownOrigin } from '../shared/shown-origin.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'
import { keepAddresses } from './store/server-addresses.ts'

/** Facts of a server that listens. */
export interface ServerFacts {
  readonly settings: Settings
  /** Names of the models that answer. */
  readonly models: readonly string[]
  readonly log: Log
}

interface Listening extends ServerFacts {
  /** True if a person reads the output. */
  readonly isTerminal: boolean
  readonly print: (text: string) => void
}

/** Tells people, the log and later commands where the server is. */
export function tellAddresses(
  { address, port }: { readonly address: string; readonly port: number },
  { settings, models, isTerminal, log, print }: Listening,
): void {
  const { publicUrl, deskUrl, host, databaseUrl, dataDir } = settings
  log.info({ port, address, models, pid: process.pid }, 'listening')
  const service = publicUrl ?? shownOrigin(host, port)
  const desk = deskUrl ?? service
  if (isTerminal) print(`  Alcove  ${service}\n  Desk    ${desk}/desk`)
  if (databaseUrl !== undefined) return
  try {
    keepAddresses(dataDir, { service, desk })
  } catch (error) {
    log.warn({ err: error }, 'Commands do not learn the address of this server: set PORT for them.')
  }
}
