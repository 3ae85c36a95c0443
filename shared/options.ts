import { AlcoveError } from './errors.ts'

/** What a host page can choose: `data-` attributes of the script tag, or `createChat`'s argument. */
export interface HostOptions {
  /** The project's id: lower-case letters, digits and hyphens, at most 63. Default `default`. */
  app: string
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
  theme: ['auto', /^(auto|light|dark)$/],
  position: ['bottom-end', /^bottom-(end|start)$/],
  zIndex: [2147482000, /^-?\d{1,10}$/],
  baseUrl: ['', /^https?:\/\/[^\s?#]+$/],
}

/**
 * Fills in defaults. Each unknown option and each wrong value is told to `report` as
 * `config_invalid`, with its name and what was expected; the default stands in for it.
 *
 * @param report `isFatal`: there must be no chat. The default of `app` is another tenant's.
 */
export function readHostOptions(
  given: object,
  report: (error: AlcoveError, isFatal: boolean) => void,
): HostOptions {
  const options: Record<string, unknown> = {}
  for (const [name, [fallback]] of Object.entries(TABLE)) options[name] = fallback
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    // Inherited names such as `toString` have no second element either.
    const expected = TABLE[name]?.[1]
    if (expected?.test(value)) options[name] = value
    else {
      // Without the value: whoever misspells an option may have given a key.
      report(
        new AlcoveError(
          'config_invalid',
          `${name}: expected ${expected?.source ?? Object.keys(TABLE).join()}`,
        ),
        name === 'app',
      )
    }
  }
  return options as unknown as HostOptions
}
