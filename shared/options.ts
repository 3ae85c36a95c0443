import { AlcoveError } from './errors.ts'

/** What a host page can choose: `data-` attributes of the script tag, or `createChat`'s argument. */
export interface HostOptions {
  /** The project's id: lower-case letters, digits and hyphens, at most 63. Default `default`. */
  app: string
  /** `token`: nothing is asked of the server before `identify`. Default `anonymous`. */
  auth: 'anonymous' | 'token'
  /** Default `auto`, which follows the visitor's system and changes with it. */
  theme: 'auto' | 'light' | 'dark'
  /** The launcher's corner; `end` is the left one on right-to-left pages. Default `bottom-end`. */
  position: 'bottom-end' | 'bottom-start'
  /** A whole number. Default 2147482000. */
  zIndex: number | string
  /** The service's address. `createChat` needs it; the script tag knows it from its own address. */
  baseUrl: string
}

/** The default, and what is expected; the latter is shown to the developer as it is. */
const TABLE: Readonly<Record<string, readonly [fallback: string | number, expected: RegExp]>> = {
  app: ['default', /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/],
  auth: ['anonymous', /^(anonymous|token)$/],
  theme: ['auto', /^(auto|light|dark)$/],
  position: ['bottom-end', /^bottom-(end|start)$/],
  zIndex: [2147482000, /^-?\d{1,10}$/],
  baseUrl: ['', /^https?:\/\/[^\s?#]+$/],
}

/**
 * Fills in defaults. Each unknown option and each wrong value is told to `report` as
 * `config_invalid`, with its name, its value and what was expected; the default stands in for it.
 */
export function readHostOptions(
  given: Readonly<Record<string, unknown>>,
  report: (error: AlcoveError) => void,
): HostOptions {
  const options: Record<string, unknown> = {}
  for (const name in TABLE) options[name] = TABLE[name]![0]
  for (const name in given) {
    const value = given[name]
    if (value === undefined) continue
    // Inherited names such as `toString` have no second element either.
    const expected = TABLE[name]?.[1]
    if (expected?.test(value as string)) options[name] = value
    else {
      report(
        new AlcoveError(
          'config_invalid',
          `${name} is ${JSON.stringify(value)}, expected ${expected?.source ?? Object.keys(TABLE).join()}`,
        ),
      )
    }
  }
  return options as unknown as HostOptions
}
