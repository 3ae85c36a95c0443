import { isPlainObject } from '../json.ts'
import type { ColorScheme, FrameSetup } from './contract.ts'

/**
 * The part of the setup that the frame's first paint needs. The loader writes it into the `name` of the iframe, which
 * the frame's document reads before the bridge exists. Absent fields are unknown.
 */
export type EarlySetup = Partial<Pick<FrameSetup, 'scheme' | 'locale' | 'look'>> & {
  /** The load of the page and the user that it has named: another one must not see text that was typed before. */
  readonly visit?: string | undefined
}

/** Options of the page that the first paint shows, alone or as a group. Others may be secret, and stay out. */
const PAINTED =
  /^(name|logo|theme|accent(Mode)?|radius|density|font|tokens|startScreen|greeting|hint|prompts|composer|placeholder|history|header|menu|messages)$/

/** Writes the iframe's name. Empty if the options have no JSON form: the frame then waits for the bridge. */
export function writeEarlySetup(
  all: Readonly<Record<string, unknown>>,
  scheme: ColorScheme,
  /** The language of the page's document, for pages without an option. */
  lang: string,
  visit: string,
): string {
  const { locale = 'html' } = all
  const painted = Object.entries(all).filter(([name]) => PAINTED.test(name))
  try {
    return JSON.stringify({
      scheme,
      locale: locale === 'html' ? lang : locale,
      look: Object.fromEntries(painted),
      visit,
    })
  } catch {
    return ''
  }
}

/** Reads the iframe's name; undefined if no loader has written it. Look and locale are not validated. */
export function readEarlySetup(name: string): EarlySetup | undefined {
  try {
    const given: unknown = JSON.parse(name)
    if (!isPlainObject(given) || !isPlainObject(given['look'])) return undefined
    const { scheme, locale, look, visit } = given
    return {
      look: look as NonNullable<EarlySetup['look']>,
      ...(scheme === 'light' || scheme === 'dark' ? { scheme } : {}),
      ...(typeof locale === 'string' && locale !== '' ? { locale } : {}),
      ...(typeof visit === 'string' ? { visit } : {}),
    }
  } catch {
    return undefined
  }
}
