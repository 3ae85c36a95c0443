import { readFileSync } from 'node:fs'
import { AlcoveError } from '../../shared/errors.ts'
import { LOGO_MAX_BYTES } from '../../shared/look/read-look.ts'
import type { PriceBlock } from './prices-schema.ts'
import type { ProjectBlock } from './project-schema.ts'
import type { ProviderBlock } from './provider-schema.ts'

export { createInterrupt } from '../models/interrupt.ts'

/** The operator's decisions about each project, read once at start. */
export interface AlcoveConfig {
  /**
   * Servers that run models, by names of your own: with `local` here, an assistant's model may be
   * `local/llama3`. Default: none; those of the environment are always there.
   */
  readonly providers?: Readonly<Record<string, ProviderBlock>> | undefined
  /**
   * Prices of models, by their names, such as `openai/gpt-5`: a price, or a list of prices with the days from which
   * they hold; in the currency of `ALCOVE_DESK_CURRENCY`. Default: none; then the desk shows tokens and no cost.
   */
  readonly prices?: Readonly<Record<string, PriceBlock | readonly PriceBlock[]>> | undefined
  /**
   * By project id. A project also needs a row in the store (the command `project create`);
   * only `default` has one from the start.
   */
  readonly projects: Readonly<Record<string, ProjectBlock>>
}

/**
 * Default export of `alcove.config.ts`: returns its argument, so that editors know the keys and their types.
 */
export const defineConfig = (config: AlcoveConfig): AlcoveConfig => config

/** First bytes of each kind of file, in hexadecimal digits. */
const KINDS: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
]
/** Enough bytes for {@link KINDS}. */
const HEAD_BYTES = 16

/**
 * Reads an image as a `data:` address, for `look.logo`.
 *
 * @param file a PNG, JPEG, WebP or GIF of at most 16 KiB: a path from the folder in which the server is
 * started, or `new URL('./logo.png', import.meta.url)`.
 * @throws AlcoveError `config_invalid`, naming the fault of the file.
 * @public for configurations of operators.
 */
export function imageFile(file: string | URL): string {
  const refuse = (why: string, cause?: unknown) =>
    new AlcoveError('config_invalid', `imageFile: ${String(file)} ${why}`, { cause })
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    throw refuse('cannot be read.', cause)
  }
  const head = bytes.subarray(0, HEAD_BYTES).toString('hex')
  const kind = KINDS.find(([, pattern]) => pattern.test(head))
  if (!kind) throw refuse('is not a PNG, JPEG, WebP or GIF.')
  if (bytes.length > LOGO_MAX_BYTES) {
    throw refuse(`has ${bytes.length} bytes; expected at most ${LOGO_MAX_BYTES}.`)
  }
  return `data:${kind[0]};base64,${bytes.toString('base64')}`
}
