import { AlcoveError } from '../../shared/errors.ts'
import { NOTICE_TEXT_MAX } from './notice.ts'
import { PROACTIVE_DELAY_MAX_S, TAKEN } from './read-place.ts'
import { flattenOptions, type GivenOptions, type PageOptions } from '../page-options.ts'

/** What the loader's own options can be, in words. What else is given, the frame reads and answers. */
const EXPECTED: Readonly<Partial<Record<keyof GivenOptions, string>>> = {
  theme: 'auto, light, dark or host',
  position: 'bottom-end, bottom-start, top-end or top-start',
  offsetX: '0 to 9999',
  offsetY: '0 to 9999',
  zIndex: 'a whole number',
  launcherLabel: '1 to 60 characters',
  launcherIcon: 'a path as in SVG',
  mode: 'popover, sidebar, fullpage, or inline with a target',
  target: 'a selector of an element, or an element',
  push: 'true or false',
  launcher: 'none, or a selector of elements',
  showOn: 'paths such as /shop/*',
  hideOn: 'paths such as /shop/*',
  avoid: 'a selector of elements',
  proactive: `1 to ${NOTICE_TEXT_MAX} characters`,
  proactiveDelay: `0 to ${PROACTIVE_DELAY_MAX_S} seconds`,
  triggers: 'true, false or send',
  titleBadge: 'true or false',
}

/** Tells what is wrong by now; each value once, and without it: whoever misspells an option may have given a key. */
export function createOptionTeller(tell: (error: AlcoveError) => void) {
  const told = new Map<string, unknown>()
  return ({ all, read }: PageOptions): void => {
    const flat = flattenOptions(all)
    for (const [name, expected] of Object.entries(EXPECTED)) {
      const value = flat[name]
      const isTaken = TAKEN[name as keyof GivenOptions]
      const isRight = isTaken
        ? isTaken(value, flat['target'])
        : value === (read as unknown as typeof flat)[name]
      if (value === undefined || isRight || told.get(name) === value) continue
      told.set(name, value)
      tell(new AlcoveError('config_invalid', `${name}: expected ${expected}`))
    }
  }
}
