import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Desktop, Environment } from './start-desktop.ts'

/** Starts speech-dispatcher with one output module, given by its program. Returns the environment of its clients. */
export async function startSpeech(
  desktop: Desktop,
  program: string,
  module: string,
): Promise<Environment> {
  const folder = join(desktop.home, 'speech')
  await mkdir(join(folder, 'modules'), { recursive: true })
  await writeFile(join(folder, 'modules', 'only.conf'), '')
  // Speech takes its time, and its sound goes nowhere.
  await writeFile(join(desktop.home, '.libao'), 'default_driver=null\n')
  await writeFile(
    join(folder, 'speechd.conf'),
    `LogLevel 2
LogDir "${folder}"
CommunicationMethod "unix_socket"
AudioOutputMethod "libao"
AddModule "only" "${module}" "only.conf"
DefaultModule only
`,
  )
  const socket = join(folder, 'socket')
  const files = ['-C', folder, '-S', socket, '-P', join(folder, 'pid')]
  // The service runs as long as the desktop, also without a client.
  await desktop.start(program, ['--run-single', '--timeout', '0', ...files])
  return { SPEECHD_ADDRESS: `unix_socket:${socket}` }
}
