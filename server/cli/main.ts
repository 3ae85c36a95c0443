// `npm run alcove -- <command>`, or `npx alcove-server <command>`: the operator's command line.
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { COMMANDS, runCli } from './run-cli.ts'
import { createTool } from './tool.ts'

/** Of the working folder, like all relative paths; variables of the environment take precedence. */
const ENV_FILE = '.env'
if (existsSync(ENV_FILE)) loadEnvFile(ENV_FILE)

process.exitCode = await runCli(
  process.argv.slice(2),
  COMMANDS,
  () => createTool(process.env, Date.now),
  { out: (text) => console.log(text), err: (text) => console.error(text) },
)
