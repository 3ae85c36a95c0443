import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { AlcoveError } from '../../shared/errors.ts'

/** Of the working folder, like all relative paths. */
const ENV_FILE = '.env'

/**
 * Adds the settings of `.env` to the environment, whose own variables take precedence.
 *
 * @throws AlcoveError `config_invalid` if there is such a file that cannot be read.
 */
export function loadEnv(path = ENV_FILE): void {
  if (!existsSync(path)) return
  for (const [name, value] of Object.entries(parseEnv(read(path)))) process.env[name] ??= value
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new AlcoveError('config_invalid', `${path} cannot be read (${code}).`, {
      hint: 'It has to be a file that this user may read. Change that, or remove it.',
      cause,
    })
  }
}
