// `npm start`: the server with its embedded database, and the demo site on another origin.
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { startProduct } from './start-product.ts'
import { loadDotEnv, readStartSettings } from './start-settings.ts'
import { createStopSignal } from './stop-signal.ts'

readArguments()
const signal = createStopSignal()
try {
  loadDotEnv(REPOSITORY_ROOT)
  process.exitCode = await startProduct({
    root: REPOSITORY_ROOT,
    settings: readStartSettings(process.env),
    signal,
    print: console.log,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
