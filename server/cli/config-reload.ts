import { setTimeout as delay } from 'node:timers/promises'
import { RELOAD_LOOK_MS } from '../reload-config.ts'
import { command } from './command.ts'

/** Time for all servers to answer. */
const WAIT_MS = 3 * RELOAD_LOOK_MS
const POLL_MS = 200

/** Makes running servers read their configuration again. */
export const configReloadCommand = command({
  name: 'config reload',
  about: 'Let running servers read alcove.config.ts again, and say what has changed',
  details: 'A server refuses a bad file, says why, and keeps the old one.',
  flags: {},
  run: (tool) =>
    tool.withStore(async (store) => {
      const id = await store.reloads.ask()
      const end = performance.now() + WAIT_MS
      // Limit: WAIT_MS; a server that does not answer may be stopped.
      while (performance.now() < end) {
        await delay(POLL_MS)
        // An embedded database has one server.
        if (!store.isShared && (await store.reloads.listReports(id)).length > 0) break
      }
      const reports = await store.reloads.listReports(id)
      const texts = reports.map(
        ({ isTaken, report }, index) =>
          `Server ${index + 1}: ${isTaken ? 'it uses the new configuration.' : 'it refused the new configuration, and keeps the old one.'}\n${report}`,
      )
      return {
        text: reports.length === 0 ? 'No server answered: none runs.' : texts.join('\n\n'),
        facts: reports.map(({ isTaken, report }) => ({ is_taken: isTaken, report })),
        hasFailed: reports.length === 0 || reports.some(({ isTaken }) => !isTaken),
      }
    }),
})
