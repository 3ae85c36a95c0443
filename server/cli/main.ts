// `npm run alcove -- <command>`: the operator's command line.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { COMMANDS, runCli } from './run-cli.ts'
import { createTool } from './tool.ts'

/** The file that `npm start` reads; variables of the environment take precedence. */
const envFile = join(import.meta.dirname, '..', '..', '.env')
if (existsSync(envFile)) loadEnvFile(envFile)

process.exitCode = await runCli(
  process.argv.slice(2),
  COMMANDS,
  () => createTool(process.env, Date.now),
  { out: (text) => console.log(text), err: (text) => console.error(text) },
)
